import type { http, Mend } from '@daymark/contracts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import type { ShareDraft } from '../../../domain/shares/share-choice.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { checkedDraft, type Place } from './checked-draft.ts'
import { applyFix, CHANGES, checkDraft, type Undo } from './preflight.actions.ts'
import styles from './preflight.module.css'

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
      {`No problems found. ${photos(report.image_count)} checked.`}
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
  const revert = async () => {
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
      <Button size="small" disabled={state === 'busy'} onClick={() => void revert()}>
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
  const onFixed = (how: Undo | null) => {
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
      {undo && <Mended {...undo} onUndone={() => onFixed(null)} />}
      {!report && <Spinner label="Checking the photos" />}
      {report === 'failed' && <Button onClick={checkAgain}>Try Again</Button>}
      {report !== 'failed' && <Findings report={report} onChange={change} onFixed={onFixed} />}
    </section>
  )
}

const isNote = ({ severity }: http.Finding): boolean => severity === 'note'

const PAUSE_MS = 300

/** The report for the current form values; requested again when they change, and after a fix. */
function usePreflight(body: http.PreflightBody) {
  const [report, setReport] = useState<http.Preflight | 'failed'>()
  const [round, setRound] = useState(0)
  const asked = JSON.stringify(body)
  useEffect(() => {
    const given = new AbortController()
    const wait = setTimeout(() => {
      checkDraft(JSON.parse(asked) as http.PreflightBody, given.signal).then(setReport, (reason: unknown) => {
        if (given.signal.aborted) return
        logFailure('The check failed', reason)
        setReport('failed')
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(wait)
      given.abort()
    }
  }, [asked, round])
  return { report, checkAgain: () => setRound(before => before + 1) }
}

const LOOKS = {
  problem: [CircleAlert, 'Problem'],
  advice: [TriangleAlert, 'Advice'],
  note: [Info, 'Note'],
} as const

const WORDS: Record<Mend, string> = {
  retry: 'Try Again',
  remove: 'Remove from Album',
  watermark: 'Add Watermark',
  watermark_others: 'Add Watermark to Those Links',
  limit_sizes: 'Offer Smaller Sizes',
  no_downloads: 'No Downloads',
  expire_30: 'Expire in 30 Days',
  expire_90: 'Expire in 90 Days',
  new_password: 'Create a Strong Password',
  arrange: 'Order by Capture Time',
}

function Thumbnails({ images }: Pick<http.Finding, 'images'>) {
  const shown = images.filter(({ thumbnail_url: url }) => url !== null).slice(0, 6)
  const named = images.filter(({ thumbnail_url: url }) => url === null).slice(0, 3)
  return (
    <>
      {shown.length > 0 && (
        <div className={styles['images']}>
          {shown.map(({ id, thumbnail_url: url, original_filename: name }) => (
            <img key={id} src={url ?? ''} alt={name} title={name} className={styles['image']} />
          ))}
        </div>
      )}
      {named.length > 0 && (
        <p className={styles['names']}>{named.map(({ original_filename: name }) => name).join(', ')}</p>
      )}
    </>
  )
}

type FindingRowProps = {
  finding: http.Finding
  albumId: string | null
  onChange: (change: Partial<ShareDraft>) => void
  onFixed: (undo: Undo | null) => void
}

/** A finding with its first photos, and a button for each fix. */
function FindingRow({ finding, albumId, onChange, onFixed }: FindingRowProps) {
  const [Icon, kind] = LOOKS[finding.severity]
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const fix = async (how: Mend) => {
    const change = CHANGES[how]
    if (change) return onChange(change())
    setState('busy')
    const done = await applyFix(how, finding, albumId)
    setState(done === 'failed' ? done : null)
    if (done === 'failed') return
    onFixed(done ?? null)
  }
  return (
    <li data-severity={finding.severity} className={styles['finding']}>
      <Icon aria-hidden className={styles['icon']} />
      <div className={styles['body']}>
        <p>
          <span className="visually-hidden">{kind}: </span>
          {finding.message}
        </p>
        {finding.severity !== 'note' && <Thumbnails images={finding.images} />}
        <div className={styles['mends']}>
          {finding.mends.map(how => (
            <Button key={how} size="small" disabled={state === 'busy'} onClick={() => void fix(how)}>
              {WORDS[how]}
            </Button>
          ))}
        </div>
        {state === 'failed' && <p role="alert">Something went wrong. Please try again.</p>}
      </div>
    </li>
  )
}
