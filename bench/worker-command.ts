/** The command for a script in a process that is set up as one that makes pixels is: see createPixels. */
export function workerCommand(...script: string[]): [string, ...string[]] {
  return [
    'env',
    'UV_THREADPOOL_SIZE=4',
    'MALLOC_ARENA_MAX=2',
    'MALLOC_TRIM_THRESHOLD_=65536',
    'MALLOC_MMAP_THRESHOLD_=65536',
    process.execPath,
    ...script,
  ];
}
