import type { http } from '@daymark/contracts'
import { CircleCheck } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import type { ShareDraft } from '../../../domain/shares/share-choice.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { checkedDraft, type Place } from './checked-draft.ts'
import { FindingRow } from './finding-row.tsx'
import type { Undo } from './preflight.actions.ts'
import styles from './preflight.module.css'
import { usePreflight } from './use-preflight.ts'

type Props = {
  at: Place
  draft: ShareDraft
  albumTitle: string
  set: (change: Partial<ShareDraft>) => void
}

const photos = (count: number): string => (count === 1 ? 'The photo was' : `All ${count} photos were`)

function Calm({ report }: { report: http.Preflight }) {
  return (
    <p className={styles['calm']}>
      <CircleCheck aria-hidden />
      {`No problems found. ${photos(report.image_count)} looked at.`}
    </p>
  )
}

type FindingsProps = Omit<ComponentProps<typeof FindingRow>, 'finding' | 'albumId'> & {
  report: http.Preflight | undefined
}
const Findings = ({ report, ...acts }: FindingsProps) => (
  <ul aria-label="Findings" className={styles['findings']}>
    {report?.findings.map(finding => (
      <FindingRow key={finding.kind} {...{ finding, albumId: report.album_id }} {...acts} />
    ))}
  </ul>
)

/** In front of the dialog, whose content cannot be pressed. */
function Mended({ text, undo, onUndone }: Undo & { onUndone: () => void }) {
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const takeBack = async () => {
    setState('busy')
    await undo().then(onUndone, (reason: unknown) => {
      logFailure('Undo failed', reason)
      setState('failed')
    })
  }
  return (
    <div className={styles['calm']}>
      <CircleCheck aria-hidden />
      <p role="status">{state === 'failed' ? 'The change could not be undone. Please try again.' : text}</p>
      <Button size="small" disabled={state === 'busy'} onClick={() => void takeBack()}>
        Undo
      </Button>
    </div>
  )
}

/** The findings before a link is shared, each with its fixes. They never prevent saving the link. */
export function Preflight({ at, draft, albumTitle, set }: Props) {
  const id = useId()
  const { report, checkAgain } = usePreflight(checkedDraft(at, draft, albumTitle))
  const [password, setPassword] = useState<string | null>(null)
  const top = useRef<HTMLHeadingElement>(null)
  const isThere = report !== undefined
  useEffect(() => {
    if (isThere) top.current?.scrollIntoView({ block: 'start' })
  }, [isThere])
  const [undo, setUndo] = useState<Undo | null>(null)
  /** The pressed button disappears. */
  const onMended = (how: Undo | null) => {
    top.current?.focus({ preventScroll: true })
    setUndo(how)
    checkAgain()
  }
  const change = (changed: Partial<ShareDraft>) => {
    top.current?.focus({ preventScroll: true })
    set(changed)
    if (changed.password) setPassword(changed.password)
  }
  return (
    <section aria-labelledby={id} className={styles['panel']}>
      <h3 ref={top} id={id} tabIndex={-1} className={styles['title']}>
        Before sharing
      </h3>
      <div role="status" className={styles['state']}>
        {report === 'failed' ? <p>The check failed.</p> : report?.findings.every(isNote) && <Calm report={report} />}
        {password !== null && password === draft.password && (
          <p>
            The new password is <strong className={styles['word']}>{password}</strong>. Write it down: it cannot be
            shown again once the link is saved.
          </p>
        )}
      </div>
      {undo && <Mended {...undo} onUndone={() => onMended(null)} />}
      {!report && <Spinner label="Looking through the photos" />}
      {report === 'failed' && <Button onClick={checkAgain}>Try Again</Button>}
      {report !== 'failed' && <Findings report={report} onChange={change} onMended={onMended} />}
    </section>
  )
}

const isNote = ({ severity }: http.Finding): boolean => severity === 'note'
