/** The drawing behind the phone: a kitchen table by a window. Decorative; its parent is hidden from screen readers. */
export function KitchenScene() {
  return (
    <svg className="kitchen" aria-hidden="true" viewBox="0 0 600 400" preserveAspectRatio="xMinYMax slice">
      <rect className="t-window" x="64" y="44" width="280" height="232" rx="14" />
      <clipPath id="landing-window">
        <rect x="64" y="44" width="280" height="232" rx="14" />
      </clipPath>
      <g clipPath="url(#landing-window)">
        <circle className="t-glow" cx="150" cy="150" r="74" />
        <circle className="t-sun" cx="150" cy="150" r="42" />
        <path className="t-hill2" d="M64 214c60-42 116-46 172-14s80 20 108-8v90H64Z" />
        <path className="t-hill" d="M64 244c70-34 130-20 176-2s76 10 104-10v60H64Z" />
      </g>
      <path className="t-frame" d="M204 44v232M64 156h280" />
      <rect className="t-frame" x="64" y="44" width="280" height="232" rx="14" />
      <path className="t-sill" d="M48 276h312v10a4 4 0 0 1-4 4H52a4 4 0 0 1-4-4Z" />
      <path
        className="t-leaf"
        d="M293 244c0-22-4-34-18-46 2 22 6 36 18 46Zm2 0c0-26 6-44 24-58 2 26-6 46-24 58Zm-2 0v16"
      />
      <path className="t-pot" d="M275 250h38l-5 26h-28Z" />
      <path className="t-mug" d="M62 300h72v42a22 22 0 0 1-22 22H84a22 22 0 0 1-22-22Z" />
      <path className="t-line" d="M134 312h8a16 16 0 0 1 0 32h-9" />
      <g className="t-box">
        <rect x="176" y="324" width="172" height="40" rx="9" />
        <path d="M219 324v40M262 324v40M305 324v40" />
      </g>
      <path className="t-tick" d="m189 344 7 7 12-14M232 344l7 7 12-14" />
      <circle className="t-pill" cx="284" cy="344" r="9" />
      <path className="t-score" d="M277 344h14" />
      <rect className="t-pill2" x="314" y="337" width="25" height="14" rx="7" />
      <path className="t-score t-score2" d="M326.500 337v14" />
      <rect className="t-top" x="0" y="364" width="600" height="14" rx="4" />
      <rect className="t-top2" x="0" y="378" width="600" height="22" />
    </svg>
  )
}
