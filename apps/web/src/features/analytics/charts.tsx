import type { http } from '@daymark/contracts'
import { type PointerEvent, useId, useState } from 'react'
import { createDateFormat, formatDay } from '../../lib/format/dates.ts'
import { formatNumber, pluralize } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import table from './analytics.module.css'
import styles from './charts.module.css'

/** A bar of the chart. `label` is the text below the bar; null: the bar has no label. */
type Bar = { name: string; label: string | null; visits: number; photoViews: number }

// Sizes in units of the SVG view box.
const CHART_HEIGHT = 100
const BAR_DISTANCE = 10
const BAR_WIDTH = 7

const describeCounts = ({ visits, photoViews }: Omit<Bar, 'name' | 'label'>) =>
  `${pluralize(visits, 'visit')} · ${pluralize(photoViews, 'photo view')}`

function Bars({ bars, axisMax, activeIndex }: { bars: readonly Bar[]; axisMax: number; activeIndex: number | null }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${bars.length * BAR_DISTANCE} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      className={styles['bars']}
    >
      {bars.map(({ name, visits }, index) => (
        <rect
          key={name}
          x={index * BAR_DISTANCE + (BAR_DISTANCE - BAR_WIDTH) / 2}
          y={CHART_HEIGHT - (visits / axisMax) * CHART_HEIGHT}
          width={BAR_WIDTH}
          height={(visits / axisMax) * CHART_HEIGHT}
          className={classNames(activeIndex !== null && activeIndex !== index && styles['quiet'])}
        />
      ))}
    </svg>
  )
}

type BarPlotProps = {
  bars: readonly Bar[]
  activeIndex: number | null
  onActiveChange: (index: number | null) => void
}

function BarPlot({ bars, activeIndex, onActiveChange }: BarPlotProps) {
  const axisMax = axisMaximum(bars.map(({ visits }) => visits))
  const activateBar = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * bars.length)
    onActiveChange(Math.min(Math.max(index, 0), bars.length - 1))
  }
  return (
    <div aria-hidden className={styles['plot']}>
      <div className={styles['scale']}>
        {[axisMax, axisMax / 2, 0].map(value => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <div
        className={styles['area']}
        onPointerMove={activateBar}
        onPointerDown={activateBar}
        onPointerLeave={() => onActiveChange(null)}
      >
        <Bars bars={bars} axisMax={axisMax} activeIndex={activeIndex} />
      </div>
      <div className={styles['labels']}>
        {bars.map(({ name, label }) => (
          <span key={name}>{label !== null && <span>{label}</span>}</span>
        ))}
      </div>
    </div>
  )
}

function DataTable({ title, column, bars }: { title: string; column: string; bars: readonly Bar[] }) {
  return (
    <table className={table['table']}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{column}</th>
          <th scope="col" className={table['number']}>
            Visits
          </th>
          <th scope="col" className={table['number']}>
            Photo views
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, visits, photoViews }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={table['number']}>{formatNumber(visits)}</td>
            <td className={table['number']}>{formatNumber(photoViews)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type BarChartProps = {
  title: string
  /** The heading of the first column of the table, which contains the names of the bars. */
  column: string
  bars: readonly Bar[]
}

/**
 * A bar chart with a table of the same data. Screen readers always read the table; a button shows it instead of the
 * bars.
 */
function BarChart({ title, column, bars }: BarChartProps) {
  const titleId = useId()
  const [isTable, setIsTable] = useState(false)
  const [activeIndex, setActive] = useState<number | null>(null)
  const activeBar = activeIndex === null ? undefined : bars[activeIndex]
  const sum = (field: 'visits' | 'photoViews') => bars.reduce((total, bar) => total + bar[field], 0)
  return (
    <figure aria-labelledby={titleId} className={`surface ${styles['chart']}`}>
      <div className={`between ${styles['top']}`}>
        <h2 id={titleId} className="text-3">
          {title}
        </h2>
        <Button appearance="quiet" size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <p aria-hidden={activeBar !== undefined} className={styles['summary-line']}>
        {activeBar
          ? `${activeBar.name}: ${describeCounts(activeBar)}`
          : describeCounts({ visits: sum('visits'), photoViews: sum('photoViews') })}
      </p>
      {!isTable && <BarPlot bars={bars} activeIndex={activeIndex} onActiveChange={setActive} />}
      <div className={isTable ? undefined : 'visually-hidden'}>
        <DataTable title={title} column={column} bars={bars} />
      </div>
    </figure>
  )
}

const formatShortDay = createDateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const MAX_DAY_LABELS = 5
const HOURS_PER_LABEL = 6
const padHour = (hour: number) => String(hour).padStart(2, '0')

type ChartsProps = { days: http.ShareAnalytics['viewsPerDay']; hours: http.ShareAnalytics['viewsPerHour'] }

/** Visits and photo views by day and by hour. */
export function Charts({ days, hours }: ChartsProps) {
  return (
    <div className={styles['charts']}>
      <BarChart
        title="Views per day"
        column="Day"
        bars={days.map(({ day, visits, photo_views }, index) => ({
          name: formatDay(day),
          label: hasLabel(index, days.length, MAX_DAY_LABELS) ? formatShortDay(new Date(day)) : null,
          visits,
          photoViews: photo_views,
        }))}
      />
      <BarChart
        title="Hours of the day"
        column="Hour"
        bars={hours.map(({ hour, visits, photo_views }) => ({
          name: `${padHour(hour)}:00–${padHour((hour + 1) % 24)}:00`,
          label: hour % HOURS_PER_LABEL === 0 ? padHour(hour) : null,
          visits,
          photoViews: photo_views,
        }))}
      />
    </div>
  )
}

/** Returns the smallest even, round number that is not below any value: 2, 4, 6, 8, 10, 20, 40 … */
export function axisMaximum(values: readonly number[]): number {
  const maximum = Math.max(2, ...values)
  const unit = 10 ** Math.floor(Math.log10(maximum))
  return (
    [1, 2, 4, 6, 8, 10].map(factor => factor * unit).find(axisMax => axisMax >= maximum && axisMax % 2 === 0) ??
    10 * unit
  )
}

/**
 * Returns whether the bar at this index has a label. At most `maxLabels` bars have labels, at equal distances. The last
 * bar always has a label.
 */
export function hasLabel(index: number, count: number, maxLabels: number): boolean {
  const step = Math.max(1, Math.ceil((count - 1) / (maxLabels - 1)))
  return (count - 1 - index) % step === 0
}
