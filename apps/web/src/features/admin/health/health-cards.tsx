import { formatBytes, type http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { healthQuery } from '../admin.api.ts'
import { StatusChip, ServerNotes, QueryCard, type Tone } from '../frame/card.tsx'
import { Figure, formatDuration } from '../frame/labeled-values.tsx'
import styles from './health.module.css'

const REFRESH_SECONDS = 10

const DISK_LEVELS: Record<ReturnType<typeof diskLevel>, { tone: Tone; label: string }> = {
  healthy: { tone: 'good', label: 'Healthy' },
  caution: { tone: 'caution', label: 'Caution' },
  warning: { tone: 'warning', label: 'Warning' },
}

function HealthSection({ name, chip, children }: { name: string; chip?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={name} className={`stack-2 shrinkable ${styles['section']}`}>
      <h3 className={styles['name']}>
        {name}
        {chip}
      </h3>
      {children}
    </section>
  )
}

/** S-ADM-07: disk usage with its level. */
function Disk({ disk }: { disk: http.AdminHealth['diskUsage'] }) {
  const { percentUsed: percent, available, total, used } = disk
  if (percent === null)
    return (
      <HealthSection name="Disk">
        <p className={styles['value']}>
          <Figure value={null} />
        </p>
      </HealthSection>
    )
  const level = diskLevel(percent)
  const { tone, label } = DISK_LEVELS[level]
  return (
    <HealthSection name="Disk" chip={<StatusChip tone={tone}>{label}</StatusChip>}>
      <p className={styles['value']}>{Math.round(percent)} %</p>
      <Meter name="Disk used" percent={percent} tone={tone} />
      <p className="caption">
        <Figure value={used} format={formatBytes} /> of <Figure value={total} format={formatBytes} /> used,{' '}
        <Figure value={available} format={formatBytes} /> free
      </p>
    </HealthSection>
  )
}

function Database({ status }: { status: string }) {
  const isHealthy = status === 'connected'
  return (
    <HealthSection
      name="Database"
      chip={
        isHealthy ? <StatusChip tone="good">Healthy</StatusChip> : <StatusChip tone="warning">Not healthy</StatusChip>
      }
    >
      <p className={styles['value']}>{status}</p>
    </HealthSection>
  )
}

function Storage({ storage: { total_used: used, total_limit: limit } }: { storage: http.AdminHealth['storage'] }) {
  return (
    <HealthSection name="Storage">
      <p className={styles['value']}>
        <Figure value={used} format={formatBytes} />
      </p>
      {used !== null && limit !== null && limit > 0 && (
        <Meter name="Storage used" percent={(used / limit) * 100} tone="plain" />
      )}
      <p className="caption">
        of <Figure value={limit} format={formatBytes} /> allocated to all accounts
      </p>
    </HealthSection>
  )
}

function Memory({ memory: { heapUsed, heapTotal } }: { memory: http.AdminHealth['memory'] }) {
  return (
    <HealthSection name="Memory">
      <p className={styles['value']}>{formatBytes(heapUsed)}</p>
      <Meter name="Memory used" percent={(heapUsed / Math.max(1, heapTotal)) * 100} tone="plain" />
      <p className="caption">of {formatBytes(heapTotal)} heap</p>
    </HealthSection>
  )
}

/** S-ADM-12: disk, database, uptime, storage and memory. Refreshed while visible. */
export const HealthCards = () => (
  <QueryCard title="Health" query={healthQuery} intervalSeconds={REFRESH_SECONDS} wide>
    {({ diskUsage, database, uptime, storage, memory, notes }) => (
      <>
        <ServerNotes notes={notes} />
        <div className={styles['sections']}>
          <Disk disk={diskUsage} />
          <Database status={database} />
          <HealthSection name="Uptime">
            <p className={styles['value']}>{formatDuration(uptime)}</p>
          </HealthSection>
          <Storage storage={storage} />
          <Memory memory={memory} />
        </div>
      </>
    )}
  </QueryCard>
)

/** A bar with the used percentage of a resource. `name` is the accessible name. */
export function Meter({ name, percent, tone }: { name: string; percent: number; tone: Tone }) {
  const clampedPercent = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(clampedPercent)}
      className={styles['track']}
    >
      <div className={classNames(styles['bar'], styles[tone])} style={{ width: `${clampedPercent}%` }} />
    </div>
  )
}

/** S-ADM-07: returns the level of disk usage. A percentage on the boundary of two levels belongs to the lower level. */
export function diskLevel(percent: number): 'healthy' | 'caution' | 'warning' {
  if (percent > 80) return 'warning'
  return percent > 60 ? 'caution' : 'healthy'
}
