import type { Overview } from '@coinslot/contract/dashboard-operations'
import './valid-language.ts'
import { html, type TemplateResult } from 'lit'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { whole } from '../../format/money.ts'
import { localTime, tickTexts } from '../../format/time.ts'
import { darkScreen } from '../../theme.ts'
import { LightElement } from '../../ui/light-element.ts'

type Hours = Overview['hours']

const HEIGHT = 240

/** Dashes and names tell the lines apart for those who see no colours. */
const SERIES = [
  { name: 'approved', label: 'Approved', color: '--chart-good', dash: [], marker: 'solid', width: 2.5 },
  { name: 'declined', label: 'Declined', color: '--chart-bad', dash: [8, 4], marker: 'dashed', width: 2 },
  { name: 'expired', label: 'Expired', color: '--chart-quiet', dash: [2, 4], marker: 'dotted', width: 2 },
  { name: 'refused', label: 'Refused', color: '--chart-wait', dash: [10, 4, 2, 4], marker: 'double', width: 2 },
] as const

const dataOf = (hours: Hours): uPlot.AlignedData => [
  hours.map(({ at }) => Date.parse(at) / 1_000),
  ...SERIES.map(({ name }) => hours.map((hour) => hour[name])),
]

const timesOf = (_plot: uPlot, seconds: readonly number[]): string[] =>
  tickTexts(seconds.map((second) => new Date(second * 1_000)))

/** The hour that is pointed at; none, none. */
const hourText = (second: number | null): string =>
  second === null ? '' : localTime(new Date(second * 1_000), new Date())

/** A band behind what leads to the last hour: that one is not over, so that every line ends too low. */
const shadeLastHour =
  (fill: string) =>
  (plot: uPlot): void => {
    const [before = 0, last = 0] = plot.data[0].slice(-2).map((at) => plot.valToPos(at, 'x', true))
    const { ctx, bbox } = plot
    ctx.save()
    ctx.fillStyle = fill
    ctx.fillRect(before, bbox.top, last - before, bbox.height)
    ctx.restore()
  }

/** The legend's colons and its hour are there for an hour that is pointed at. */
const showPointed = ({ root, legend }: uPlot): void => {
  root.classList.toggle('pointed', typeof legend.idx === 'number')
}

/** Lines of the payments of each hour; the numbers stand in a table beside it. */
export class HourChart extends LightElement {
  static override properties = { hours: { attribute: false } }
  declare hours: Hours
  #plot: uPlot | undefined
  #observer: ResizeObserver | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.#observer = new ResizeObserver(() => this.#plot?.setSize({ width: this.clientWidth, height: HEIGHT }))
    this.#observer.observe(this)
    darkScreen.addEventListener('change', this.#redraw)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#observer?.disconnect()
    darkScreen.removeEventListener('change', this.#redraw)
    this.#plot?.destroy()
    this.#plot = undefined
  }

  readonly #redraw = (): void => {
    this.#plot?.destroy()
    // At once: paper waits for no frame.
    this.#draw()
  }

  protected override updated(): void {
    if (this.#plot === undefined) this.#draw()
    else this.#plot.setData(dataOf(this.hours))
  }

  #draw(): void {
    const box = this.querySelector<HTMLElement>('.chart')
    if (box === null) return
    const styles = getComputedStyle(this)
    const color = (name: string) => styles.getPropertyValue(name).trim()
    const axis = {
      stroke: color('--chart-axis'),
      grid: { stroke: color('--chart-grid'), width: 1 },
      ticks: { show: false },
    }
    const options: uPlot.Options = {
      width: this.clientWidth,
      height: HEIGHT,
      padding: [8, 24, 0, 0],
      // Two lines side by side need three pixels.
      legend: { markers: { width: 3, dash: (_plot, index) => SERIES[index - 1]?.marker ?? 'solid' } },
      // The numbers of the hour that is pointed at stand in the legend.
      cursor: { points: { size: 7 }, y: false },
      hooks: { drawClear: [shadeLastHour(color('--chart-grid'))], setLegend: [showPointed] },
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] } },
      axes: [
        { ...axis, values: timesOf },
        { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] },
      ],
      series: [
        { label: 'Hour', value: (_plot, second) => hourText(second) },
        ...SERIES.map(({ label, color: name, dash, width }) => ({
          label,
          value: (_plot: uPlot, count: number | null) => (count === null ? '' : whole(count)),
          stroke: color(name),
          width,
          dash: [...dash],
          points: { show: false },
        })),
      ],
    }
    this.#plot = new uPlot(options, dataOf(this.hours), box)
    this.#plot.root.ariaHidden = 'true'
  }

  protected override render(): TemplateResult {
    return html`<div
      class="chart"
      role="img"
      aria-label="Payments per hour by outcome, the last hour so far; the numbers are in the table below"
    ></div>`
  }
}
customElements.define('hour-chart', HourChart)
