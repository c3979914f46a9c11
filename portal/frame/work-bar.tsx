import { runningTasks } from '../components/running-tasks.ts';
import { t } from '../strings/index.ts';

/** A progress line at the top while something loads. */
export function WorkBar() {
  return runningTasks.value > 0 ? (
    <div class="work-bar" role="progressbar" aria-label={t.app.loading} />
  ) : null;
}
