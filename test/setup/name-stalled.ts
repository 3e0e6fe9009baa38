import type { Reporter, TestCase, TestModule } from 'vitest/node';

const minute = 60_000;

const isRunning = (one: TestCase | TestModule) =>
  ['queued', 'pending'].includes(one.type === 'test' ? one.result().state : one.state());
const nameOf = (one: TestCase | TestModule) =>
  one.type === 'test' ? `${one.module.relativeModuleId} > ${one.fullName}` : one.relativeModuleId;

/** Names what has not ended after five minutes: a run that is cut off from outside says nothing else about what stopped it. */
export default class NameStalled implements Reporter {
  readonly #begun = new Map<TestCase | TestModule, number>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart() {
    this.#timer = setInterval(() => this.#look(), minute).unref();
  }
  onTestModuleStart(file: TestModule) {
    this.#begun.set(file, Date.now());
  }
  onTestCaseReady(test: TestCase) {
    this.#begun.set(test, Date.now());
  }
  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #look() {
    for (const [one, since] of this.#begun) {
      const minutes = Math.floor((Date.now() - since) / minute);
      if (!isRunning(one)) this.#begun.delete(one);
      else if (minutes > 0 && minutes % 5 === 0)
        console.log(`Not ended after ${minutes} minutes: ${nameOf(one)}`);
    }
  }
}
