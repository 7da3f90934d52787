import type { http } from '@daymark/contracts'
import { Notes, ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { Facts, formatted, type Fact } from '../../frame/facts.tsx'
import { lasting } from '../../frame/lasting.ts'
import { mediaWork } from '../system.queries.ts'

const EVERY_SECONDS = 5

/** null: unknown. */
const underWay = ({ waiting, in_progress }: http.MediaWork) =>
  waiting === null && in_progress === null ? null : (waiting ?? 0) + (in_progress ?? 0)

function facts(work: http.MediaWork): Fact[] {
  const { waiting, in_progress, oldest_seconds, per_minute, estimate_seconds, failed, to_encrypt } = work
  const isIdle = underWay(work) === 0
  return [
    ['Waiting', waiting],
    ['In progress', in_progress],
    ['Oldest', isIdle ? 'None' : formatted(oldest_seconds, lasting)],
    ['Rate', formatted(per_minute, rate => `${Number(rate.toFixed(1))} a minute`)],
    ...(isIdle ? [] : [['Done in', formatted(estimate_seconds, lasting)] as const]),
    ['Failed', failed],
    ...(to_encrypt ? [['To encrypt', to_encrypt] as const] : []),
  ]
}

function State({ work }: { work: http.MediaWork }) {
  const count = underWay(work)
  if (count === null) return <Chip tone="warning">Not known</Chip>
  return count > 0 ? <Chip tone="good">Working</Chip> : <Chip>Idle</Chip>
}

/** Photos in processing, the rate, and the estimated completion. */
export const MediaWork = () => (
  <ReadCard
    title="Photo processing"
    read={mediaWork}
    everySeconds={EVERY_SECONDS}
    aside={work => <State work={work} />}
  >
    {work => (
      <>
        <Notes notes={work.notes} />
        <Facts facts={facts(work)} />
      </>
    )}
  </ReadCard>
)
