import { rasteriseSvg } from '../../extract/rasterise-svg.ts';
import { serveTask } from '../serve-task.ts';

await serveTask<'rasterise-svg'>(rasteriseSvg);
