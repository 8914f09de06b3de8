/** The mark: a cricket ball with its seam. */
export function Ball() {
  return (
    <svg className="ball" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d="M20 .6c5.5 9.4 3 22.4-7 31" />
      <path className="stitches" d="M15.5 1C21 10 19 21 10 30M24 2.2C28.6 12 26.6 24 17.5 31.3" />
    </svg>
  );
}

/** The large ball of a page's first section. Decoration: no text may stand on it. */
export function BigBall() {
  return (
    <svg className="big-ball" viewBox="0 0 200 200" aria-hidden="true">
      <radialGradient id="ball-light" cx=".46" cy=".44" r=".57" fx=".34" fy=".26">
        <stop stopColor="#fff" stopOpacity=".6" />
        <stop offset=".45" stopColor="#fff" stopOpacity="0" />
        <stop offset=".7" stopColor="#4a1600" stopOpacity=".1" />
        <stop offset="1" stopColor="#4a1600" stopOpacity=".66" />
      </radialGradient>
      <rect width="200" height="200" fill="url(#ball-light)" />
      {/* Styled here: few pages have it, and the styles are in every one. */}
      <g transform="rotate(28 100 100)" stroke="#fff3e0">
        <path stroke="#6b2800" strokeWidth="2.5" d="M100 2a42 98 0 0 0 0 196" />
        <path strokeWidth="6" strokeDasharray="2 3.5" d="M92 2a42 98 0 0 0 0 196M108 2a42 98 0 0 0 0 196" />
        <path strokeWidth="1.5" strokeDasharray="3.5 3" d="M85 2a42 98 0 0 0 0 196M115 2a42 98 0 0 0 0 196" />
      </g>
    </svg>
  );
}
