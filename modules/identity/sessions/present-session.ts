import type { z } from 'zod';
import type { Session } from '../models/session.ts';
import type { session } from '../schemas.ts';

export function presentSession(row: Session, currentId: string): z.input<typeof session> {
  return {
    id: row.id,
    userAgent: row.userAgent,
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  };
}
