#!/usr/bin/env node
import { run } from './run.ts';

// A reader that closes the pipe, such as `head`, ends the program without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await run(process.argv.slice(2), process.env);
