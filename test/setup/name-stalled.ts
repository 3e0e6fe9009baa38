import type { Reporter, TestCase, TestModule } from 'vitest/node';

const minute = 60_000;

/** Names what has not ended after five minutes: a run that is cut off from outside says nothing else about what stopped it. */
export default class NameStalled implements Reporter {
  readonly #running = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart() {
    this.#timer = setInterval(() => this.#look(), minute).unref();
  }
  onTestModuleStart({ relativeModuleId }: TestModule) {
    this.#running.set(relativeModuleId, Date.now());
  }
  onTestModuleEnd({ relativeModuleId }: TestModule) {
    this.#running.delete(relativeModuleId);
  }
  onTestCaseReady({ module, fullName }: TestCase) {
    this.#running.set(`${module.relativeModuleId} > ${fullName}`, Date.now());
  }
  onTestCaseResult({ module, fullName }: TestCase) {
    this.#running.delete(`${module.relativeModuleId} > ${fullName}`);
  }
  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #look() {
    for (const [name, since] of this.#running) {
      const minutes = Math.floor((Date.now() - since) / minute);
      if (minutes > 0 && minutes % 5 === 0) console.log(`Not ended after ${minutes} minutes: ${name}`);
    }
  }
}
