// Loaded into a server before its own code: reports its JavaScript heap every second, which is invisible from outside.
const { appendFile } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.LODESTOCK_SOAK_HEAP;
if (isMainThread && file) {
  const report = () => {
    try {
      const { heapUsed, external } = process.memoryUsage();
      appendFile(file, `${process.pid} ${heapUsed + external}\n`, () => {});
    } catch {
      // It opens a file to know the memory in use, and there may be no descriptor left: the next second tells.
    }
  };
  setInterval(report, 1000).unref();
}
