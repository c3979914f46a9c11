/** The logo, a panel on its stand: as `portal/icon.svg`, in the colours of the page. */
export function Logo() {
  return (
    <svg class="mark" viewBox="0 0 96 96" width="28" height="28" aria-hidden="true" focusable="false">
      <rect class="mark-ground" width="96" height="96" rx="22" />
      <rect class="mark-screen" x="18" y="24" width="60" height="42" rx="5" />
      <path class="mark-words" d="M28 38h28M28 51h40" />
      <path class="mark-stand" d="M40 66l-5 11M56 66l5 11" />
    </svg>
  );
}
