import type { http } from '@daymark/contracts'
import { Chip } from '../../frame/chip.tsx'
import { Facts, formatted, type Fact } from '../../frame/facts.tsx'
import { ReadCard } from '../../frame/card.tsx'
import { lasting } from '../../frame/lasting.ts'
import { mediaWork } from '../system.queries.ts'

const EVERY_SECONDS = 5

function facts(work: http.MediaWork): Fact[] {
  const { waiting, in_progress, oldest_seconds, per_minute, estimate_seconds, failed } = work
  const isBusy = waiting + in_progress > 0
  return [
    ['Waiting', waiting],
    ['In progress', in_progress],
    ['Oldest', isBusy ? lasting(oldest_seconds) : 'Nothing waits'],
    ['Rate', `${Number(per_minute.toFixed(1))} a minute`],
    ...(isBusy ? [['Done in', formatted(estimate_seconds, lasting)] as const] : []),
    ['Failed', failed],
  ]
}

/** Photos on their way, how fast they are, and until when they all are through. */
export const MediaWork = () => (
  <ReadCard
    title="Photo processing"
    read={mediaWork}
    everySeconds={EVERY_SECONDS}
    aside={({ waiting, in_progress }) =>
      waiting + in_progress > 0 ? <Chip tone="good">Working</Chip> : <Chip>Idle</Chip>
    }
  >
    {work => <Facts facts={facts(work)} />}
  </ReadCard>
)
