import type { Tool } from '../tool.ts';
import { listDisplays } from './list-displays.ts';
import { push } from './push.ts';
import { searchLibrary } from './search-library.ts';
import { showAgain } from './show-again.ts';
import { whatIsShowing } from './what-is-showing.ts';

export const tools: Tool[] = [listDisplays, push, whatIsShowing, searchLibrary, showAgain];
