/** Outlines of 24 by 24, drawn for the portal. */
const PATHS = {
  walls: 'M4 5h16v11H4zM9 16l-1.5 4M15 16l1.5 4',
  push: 'M12 5v14M5 12h14',
  library: 'M5 4h10l4 4v12H5zM15 4v4h4M8 12h8M8 16h5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  back: 'M14 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
  camera: 'M4 8h4l1.500-2h5L16 8h4v11H4zM12 16.500a3 3 0 100-6 3 3 0 000 6z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01',
  link: 'M10 14a4 4 0 005.700 0l3-3a4 4 0 00-5.700-5.700l-1 1M14 10a4 4 0 00-5.700 0l-3 3a4 4 0 005.700 5.700l1-1',
  text: 'M5 6h14M5 11h14M5 16h9',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers: use it beside text or in an element with a name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
