import { formatBytes, type http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { healthQuery } from '../admin.api.ts'
import { StatusChip, ServerNotes, QueryCard, type Tone } from '../frame/card.tsx'
import { Figure, formatDuration } from '../frame/facts.tsx'
import styles from './health.module.css'

const REFRESH_SECONDS = 10

const DISK_LEVELS: Record<ReturnType<typeof diskLevel>, { tone: Tone; word: string }> = {
  healthy: { tone: 'good', word: 'Healthy' },
  caution: { tone: 'caution', word: 'Caution' },
  warning: { tone: 'warning', word: 'Warning' },
}

function HealthPart({ name, chip, children }: { name: string; chip?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={name} className={styles['part']}>
      <h3 className={styles['name']}>
        {name}
        {chip}
      </h3>
      {children}
    </section>
  )
}

/** S-ADM-07 */
function Disk({ disk }: { disk: http.AdminHealth['diskUsage'] }) {
  const { percentUsed: percent, available, total, used } = disk
  if (percent === null)
    return (
      <HealthPart name="Disk">
        <p className={styles['value']}>
          <Figure value={null} />
        </p>
      </HealthPart>
    )
  const level = diskLevel(percent)
  const { tone, word } = DISK_LEVELS[level]
  return (
    <HealthPart name="Disk" chip={<StatusChip tone={tone}>{word}</StatusChip>}>
      <p className={styles['value']}>{Math.round(percent)} %</p>
      <Meter name="Disk used" percent={percent} tone={tone} />
      <p className={styles['words']}>
        <Figure value={used} format={formatBytes} /> of <Figure value={total} format={formatBytes} /> used,{' '}
        <Figure value={available} format={formatBytes} /> free
      </p>
    </HealthPart>
  )
}

function Database({ status }: { status: string }) {
  const isHealthy = status === 'connected'
  return (
    <HealthPart
      name="Database"
      chip={
        isHealthy ? <StatusChip tone="good">Healthy</StatusChip> : <StatusChip tone="warning">Not healthy</StatusChip>
      }
    >
      <p className={styles['value']}>{status}</p>
    </HealthPart>
  )
}

function Storage({ storage: { total_used: used, total_limit: limit } }: { storage: http.AdminHealth['storage'] }) {
  return (
    <HealthPart name="Storage">
      <p className={styles['value']}>
        <Figure value={used} format={formatBytes} />
      </p>
      {used !== null && limit !== null && limit > 0 && (
        <Meter name="Storage used" percent={(used / limit) * 100} tone="plain" />
      )}
      <p className={styles['words']}>
        of <Figure value={limit} format={formatBytes} /> that all accounts may use
      </p>
    </HealthPart>
  )
}

function Memory({ memory: { heapUsed, heapTotal } }: { memory: http.AdminHealth['memory'] }) {
  return (
    <HealthPart name="Memory">
      <p className={styles['value']}>{formatBytes(heapUsed)}</p>
      <Meter name="Memory used" percent={(heapUsed / Math.max(1, heapTotal)) * 100} tone="plain" />
      <p className={styles['words']}>of {formatBytes(heapTotal)} heap</p>
    </HealthPart>
  )
}

/** S-ADM-12: disk, database, uptime, storage and memory. Refreshed while visible. */
export const HealthCards = () => (
  <QueryCard title="Health" read={healthQuery} everySeconds={REFRESH_SECONDS} wide>
    {({ diskUsage, database, uptime, storage, memory, notes }) => (
      <>
        <ServerNotes notes={notes} />
        <div className={styles['parts']}>
          <Disk disk={diskUsage} />
          <Database status={database} />
          <HealthPart name="Uptime">
            <p className={styles['value']}>{formatDuration(uptime)}</p>
          </HealthPart>
          <Storage storage={storage} />
          <Memory memory={memory} />
        </div>
      </>
    )}
  </QueryCard>
)

/** A bar with the used percentage of a resource. `name` is the accessible name. */
export function Meter({ name, percent, tone }: { name: string; percent: number; tone: Tone }) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      className={styles['track']}
    >
      <div className={classNames(styles['bar'], styles[tone])} style={{ width: `${shown}%` }} />
    </div>
  )
}

/** S-ADM-07: returns the level of disk usage. A percentage on the boundary of two levels belongs to the lower one. */
export function diskLevel(percent: number): 'healthy' | 'caution' | 'warning' {
  if (percent > 80) return 'warning'
  return percent > 60 ? 'caution' : 'healthy'
}
