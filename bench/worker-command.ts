/** The command for a script in a process with the settings of those that render pixels: see createPixels. */
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
