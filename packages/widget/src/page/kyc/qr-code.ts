import encodeQR from 'qr'
import { html, type TemplateResult } from 'lit'

/** Modules of light that a reader needs around a code. */
const QUIET_ZONE = 4

/** A text as a QR code: dark on light in every scheme, since some readers take no other. */
export const qrCode = (text: string, label: string): TemplateResult => {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`
    <svg
      class="qr"
      role="img"
      aria-label=${label}
      viewBox="0 0 ${rows.length} ${rows.length}"
      shape-rendering="crispEdges"
    >
      <path d=${squares.join('')} />
    </svg>
  `
}
