import type { http } from '@daymark/contracts'
import { dateFormat, formatDay } from '../../../lib/format/dates.ts'
import { BarChart } from './bar-chart.tsx'
import styles from './bar-chart.module.css'
import { isLabelled } from './scale.ts'

const shortDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
/** The maximum number of labeled days, and the interval of labeled hours. */
const LABELS = 5
const QUARTER = 6
const twoDigits = (hour: number) => String(hour).padStart(2, '0')

type Props = { days: http.ShareAnalytics['viewsPerDay']; hours: http.ShareAnalytics['viewsPerHour'] }

/** Visits by time. Loaded after the figures. */
export function Charts({ days, hours }: Props) {
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
