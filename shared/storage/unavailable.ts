/** The object store cannot be reached, or refuses to serve. `cause` is for the log. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The object store is unavailable.', { cause });
    this.name = 'StorageUnavailableError';
  }
}
