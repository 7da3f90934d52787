import type { http } from '@daymark/contracts'
import { type PointerEvent, useId, useState } from 'react'
import { createDateFormat, formatDay } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import table from './analytics.module.css'
import styles from './charts.module.css'

/** `label` is below the bar if there is space. */
type Point = { name: string; label: string | null; visits: number; photoViews: number }

const HEIGHT = 100
const SLOT = 10
const BAR = 7
const number = new Intl.NumberFormat()
const wordsOf = ({ visits, photoViews }: Omit<Point, 'name' | 'label'>) =>
  `${pluralize(visits, 'visit')} · ${pluralize(photoViews, 'photo view')}`

function Bars({ points, top, active }: { points: readonly Point[]; top: number; active: number | null }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${points.length * SLOT} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles['bars']}
    >
      {points.map(({ name, visits }, index) => (
        <rect
          key={name}
          x={index * SLOT + (SLOT - BAR) / 2}
          y={HEIGHT - (visits / top) * HEIGHT}
          width={BAR}
          height={(visits / top) * HEIGHT}
          className={classNames(active !== null && active !== index && styles['quiet'])}
        />
      ))}
    </svg>
  )
}

type PlotProps = {
  points: readonly Point[]
  active: number | null
  onPoint: (at: number | null) => void
}

function Plot({ points, active, onPoint }: PlotProps) {
  const top = topOf(points.map(({ visits }) => visits))
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / width) * points.length)
    onPoint(Math.min(Math.max(at, 0), points.length - 1))
  }
  return (
    <div aria-hidden className={styles['plot']}>
      <div className={styles['scale']}>
        {[top, top / 2, 0].map(value => (
          <span key={value}>{number.format(value)}</span>
        ))}
      </div>
      <div
        className={styles['area']}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => onPoint(null)}
      >
        <Bars {...{ points, top, active }} />
      </div>
      <div className={styles['labels']}>
        {points.map(({ name, label }) => (
          <span key={name}>{label !== null && <span>{label}</span>}</span>
        ))}
      </div>
    </div>
  )
}

function DataTable({ title, column, points }: { title: string; column: string; points: readonly Point[] }) {
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
        {points.map(({ name, visits, photoViews }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={table['number']}>{number.format(visits)}</td>
            <td className={table['number']}>{number.format(photoViews)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = {
  title: string
  /** The name of a point: the first column of the table. */
  column: string
  points: readonly Point[]
}

/** A bar chart and its data table: always available to screen readers, and shown instead of the bars on request. */
function BarChart({ title, column, points }: Props) {
  const titleId = useId()
  const [isTable, setIsTable] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const point = active === null ? undefined : points[active]
  const sum = (of: 'visits' | 'photoViews') => points.reduce((total, one) => total + one[of], 0)
  return (
    <figure aria-labelledby={titleId} className={styles['chart']}>
      <div className={styles['top']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        <Button look="quiet" size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <p aria-hidden={point !== undefined} className={styles['summary-line']}>
        {point ? `${point.name}: ${wordsOf(point)}` : wordsOf({ visits: sum('visits'), photoViews: sum('photoViews') })}
      </p>
      {!isTable && <Plot {...{ points, active }} onPoint={setActive} />}
      <div className={isTable ? undefined : 'visually-hidden'}>
        <DataTable {...{ title, column, points }} />
      </div>
    </figure>
  )
}

const shortDay = createDateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
/** The maximum number of labeled days, and the interval of labeled hours. */
const LABELS = 5
const QUARTER = 6
const twoDigits = (hour: number) => String(hour).padStart(2, '0')

type ChartsProps = { days: http.ShareAnalytics['viewsPerDay']; hours: http.ShareAnalytics['viewsPerHour'] }

/** Visits by time. Loaded after the figures. */
export function Charts({ days, hours }: ChartsProps) {
  return (
    <div className={styles['charts']}>
      <BarChart
        title="Views per day"
        column="Day"
        points={days.map(({ day, visits, photo_views }, index) => ({
          name: formatDay(day),
          label: isLabelled(index, days.length, LABELS) ? shortDay(new Date(day)) : null,
          visits,
          photoViews: photo_views,
        }))}
      />
      <BarChart
        title="Hours of the day"
        column="Hour"
        points={hours.map(({ hour, visits, photo_views }) => ({
          name: `${twoDigits(hour)}:00–${twoDigits((hour + 1) % 24)}:00`,
          label: hour % QUARTER === 0 ? twoDigits(hour) : null,
          visits,
          photoViews: photo_views,
        }))}
      />
    </div>
  )
}

/** The smallest round upper bound that can be halved: 2, 4, 6, 8, 10, 20, 40 … */
export function topOf(values: readonly number[]): number {
  const most = Math.max(2, ...values)
  const unit = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map(times => times * unit).find(top => top >= most && top % 2 === 0) ?? 10 * unit
}

/** The positions with a label: the first, the last, and some between them at equal distances. */
export function isLabelled(index: number, count: number, labels: number): boolean {
  const step = Math.max(1, Math.ceil((count - 1) / (labels - 1)))
  return (count - 1 - index) % step === 0
}
