import { z } from 'zod';

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/** An id in a path. One that is not a UUID becomes an unknown id, so that the response is `404`. */
export const idParam = z.uuid().catch(UNKNOWN_ID);
