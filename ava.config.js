import { slowestFirst } from './test/support/slowest-first.ts';

export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  require: [
    './test/support/without-source-maps.ts',
    './test/support/time-test-file.ts',
    './test/support/end-test-file.ts',
  ],
  workerThreads: false,
  timeout: '5m',
  sortTestFiles: slowestFirst,
};
