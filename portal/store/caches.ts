import type { Content, Presentation } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { createCache } from './cache.ts';

export const presentations = createCache<Presentation>('presentation', (id) => placard.presentations.get(id));
export const contents = createCache<Content>('content', (id) => placard.contents.get(id));
