import { formatBytes, type http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { Notes, ReadCard } from '../frame/card.tsx'
import { Chip, type Tone } from '../frame/chip.tsx'
import { Figure } from '../frame/facts.tsx'
import { lasting } from '../frame/lasting.ts'
import { diskLevel } from './disk-level.ts'
import { health } from './health.queries.ts'
import { Meter } from './meter.tsx'
import styles from './health.module.css'

const EVERY_SECONDS = 10

const LEVELS: Record<ReturnType<typeof diskLevel>, { tone: Tone; word: string }> = {
  healthy: { tone: 'good', word: 'Healthy' },
  caution: { tone: 'caution', word: 'Caution' },
  warning: { tone: 'warning', word: 'Warning' },
}

function Part({ name, chip, children }: { name: string; chip?: ReactNode; children: ReactNode }) {
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
      <Part name="Disk">
        <p className={styles['value']}>
          <Figure value={null} />
        </p>
      </Part>
    )
  const level = diskLevel(percent)
  const { tone, word } = LEVELS[level]
  return (
    <Part name="Disk" chip={<Chip tone={tone}>{word}</Chip>}>
      <p className={styles['value']}>{Math.round(percent)} %</p>
      <Meter name="Disk used" percent={percent} tone={tone} />
      <p className={styles['words']}>
        <Figure value={used} format={formatBytes} /> of <Figure value={total} format={formatBytes} /> used,{' '}
        <Figure value={available} format={formatBytes} /> free
      </p>
    </Part>
  )
}

function Database({ status }: { status: string }) {
  const isHealthy = status === 'connected'
  return (
    <Part name="Database" chip={isHealthy ? <Chip tone="good">Healthy</Chip> : <Chip tone="warning">Not healthy</Chip>}>
      <p className={styles['value']}>{status}</p>
    </Part>
  )
}

function Storage({ storage: { total_used: used, total_limit: limit } }: { storage: http.AdminHealth['storage'] }) {
  return (
    <Part name="Storage">
      <p className={styles['value']}>
        <Figure value={used} format={formatBytes} />
      </p>
      {used !== null && limit !== null && limit > 0 && (
        <Meter name="Storage used" percent={(used / limit) * 100} tone="plain" />
      )}
      <p className={styles['words']}>
        of <Figure value={limit} format={formatBytes} /> that all accounts may use
      </p>
    </Part>
  )
}

function Memory({ memory: { heapUsed, heapTotal } }: { memory: http.AdminHealth['memory'] }) {
  return (
    <Part name="Memory">
      <p className={styles['value']}>{formatBytes(heapUsed)}</p>
      <Meter name="Memory used" percent={(heapUsed / Math.max(1, heapTotal)) * 100} tone="plain" />
      <p className={styles['words']}>of {formatBytes(heapTotal)} heap</p>
    </Part>
  )
}

/** S-ADM-12: disk, database, uptime, storage, memory; refreshed silently while in view. */
export const HealthCards = () => (
  <ReadCard title="Health" read={health} everySeconds={EVERY_SECONDS} wide>
    {({ diskUsage, database, uptime, storage, memory, notes }) => (
      <>
        <Notes notes={notes} />
        <div className={styles['parts']}>
          <Disk disk={diskUsage} />
          <Database status={database} />
          <Part name="Uptime">
            <p className={styles['value']}>{lasting(uptime)}</p>
          </Part>
          <Storage storage={storage} />
          <Memory memory={memory} />
        </div>
      </>
    )}
  </ReadCard>
)
