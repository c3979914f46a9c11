import { A } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { displayList, displays } from '../../store/displays.ts';
import { t } from '../../strings/index.ts';

export default function Walls() {
  return (
    <Page title={t.app.walls}>
      {displays.value === null ? (
        <Spinner />
      ) : (
        <ul>
          {displayList.value.map(({ id, name }) => (
            <li key={id}>
              <A to={`/displays/${id}`}>{name}</A>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
