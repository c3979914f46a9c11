import { Icon, type IconName } from '../components/icon.tsx';
import { ScreenLink } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { t } from '../strings/index.ts';

const PLACES: { to: string; icon: IconName; label: string; isAt: (path: string) => boolean }[] = [
  {
    to: '/',
    icon: 'walls',
    label: t.app.walls,
    isAt: (path) => path === '/' || path.startsWith('/displays/'),
  },
  { to: '/compose', icon: 'push', label: t.app.push, isAt: (path) => path === '/compose' },
  { to: '/library', icon: 'library', label: t.app.library, isAt: (path) => path.startsWith('/library') },
  { to: '/settings', icon: 'settings', label: t.app.settings, isAt: (path) => path.startsWith('/settings') },
];

/** The main navigation: at the top of wide screens, at the bottom of narrow ones. */
export function Header({ path }: { path: string }) {
  return (
    <header class="header">
      <ScreenLink to="/" class="header-brand" label={`${t.app.name}: ${t.app.walls}`}>
        <Logo /> {t.app.name}
      </ScreenLink>
      <nav class="header-nav" aria-label={t.app.nav}>
        {PLACES.map(({ to, icon, label, isAt }) => (
          <ScreenLink key={to} to={to} current={isAt(path)}>
            <Icon name={icon} />
            <span>{label}</span>
          </ScreenLink>
        ))}
      </nav>
    </header>
  );
}
