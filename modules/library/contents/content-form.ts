import type { z } from 'zod';
import type { ContentView } from '../models/content-view.ts';
import type { ContentDto } from '../schemas.ts';
import { content, contentWithTickets, ownContent, ownContentWithTickets } from '../schemas.ts';
import { contentRequest, type OwnContentRequest, ownContentRequest } from './content-request.ts';
import { presentContent, presentOwnContent } from './present-content.ts';

/** The form of a Content on a surface. */
export interface ContentForm<T extends ContentDto = ContentDto> {
  request(maxAssetBytes: number): z.ZodType<OwnContentRequest>;
  content: z.ZodType<T>;
  withTickets: z.ZodType;
  present(view: ContentView): T;
}

export const facadeContents: ContentForm = {
  request: contentRequest,
  content,
  withTickets: contentWithTickets,
  present: presentContent,
};

/** The form of the app surface, with `urgent` and the expiry. */
export const appContents: ContentForm = {
  request: ownContentRequest,
  content: ownContent,
  withTickets: ownContentWithTickets,
  present: presentOwnContent,
};
