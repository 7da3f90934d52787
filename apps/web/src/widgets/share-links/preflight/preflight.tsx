import type { http, FindingAction } from '@daymark/contracts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import type { ShareDraft } from '../../../domain/shares/share-input.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toPreflightBody, type ShareTarget } from './checked-draft.ts'
import { applyFix, FORM_FIXES, requestPreflight, type UndoableFix } from './preflight.actions.ts'
import styles from './preflight.module.css'

type Props = {
  target: ShareTarget
  draft: ShareDraft
  albumTitle: string
  updateDraft: (change: Partial<ShareDraft>) => void
}

const describeCheckedPhotos = (count: number): string => (count === 1 ? 'The photo was' : `All ${count} photos were`)

function NoProblems({ report }: { report: http.Preflight }) {
  return (
    <p className={styles['no-issues']}>
      <CircleCheck aria-hidden />
      {`No problems found. ${describeCheckedPhotos(report.image_count)} checked.`}
    </p>
  )
}

type FindingsProps = Omit<ComponentProps<typeof FindingRow>, 'finding' | 'albumId'> & {
  report: http.Preflight | undefined
}
const Findings = ({ report, ...handlers }: FindingsProps) => (
  <ul aria-label="Issues" className={styles['findings']}>
    {report?.findings.map(finding => (
      <FindingRow key={finding.kind} finding={finding} albumId={report.album_id} {...handlers} />
    ))}
  </ul>
)

/** Shows a completed fix with an Undo button. */
function FixResult({ text, undo, onUndone }: UndoableFix & { onUndone: () => void }) {
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const revert = async () => {
    setState('busy')
    await undo().then(onUndone, (reason: unknown) => {
      logFailure('Undo failed', reason)
      setState('failed')
    })
  }
  return (
    <div className={styles['no-issues']}>
      <CircleCheck aria-hidden />
      <p role="status">{state === 'failed' ? 'The change could not be undone. Please try again.' : text}</p>
      <Button size="small" disabled={state === 'busy'} onClick={() => void revert()}>
        Undo
      </Button>
    </div>
  )
}

/** Checks the settings of a link and shows the findings with their fixes. Findings do not prevent saving the link. */
export function Preflight({ target, draft, albumTitle, updateDraft }: Props) {
  const id = useId()
  const { report, checkAgain } = usePreflight(toPreflightBody(target, draft, albumTitle))
  const [password, setPassword] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasReport = report !== undefined
  useEffect(() => {
    if (hasReport) heading.current?.scrollIntoView({ block: 'start' })
  }, [hasReport])
  const [undo, setUndo] = useState<UndoableFix | null>(null)
  /** Called after a fix. Moves the focus to the heading, because the pressed button is removed. */
  const onFixed = (fixAction: UndoableFix | null) => {
    heading.current?.focus({ preventScroll: true })
    setUndo(fixAction)
    checkAgain()
  }
  const change = (changes: Partial<ShareDraft>) => {
    heading.current?.focus({ preventScroll: true })
    updateDraft(changes)
    if (changes.password) setPassword(changes.password)
  }
  return (
    <section aria-labelledby={id} className="stack-3">
      <h3 ref={heading} id={id} tabIndex={-1} className={styles['title']}>
        Before sharing
      </h3>
      <div role="status" className={styles['state']}>
        {report === 'failed' ? (
          <p>The check failed.</p>
        ) : (
          report?.findings.every(isNote) && <NoProblems report={report} />
        )}
        {password !== null && password === draft.password && (
          <p>
            The new password is <strong className={styles['new-password']}>{password}</strong>. Store it now: it cannot
            be shown again once the link is saved.
          </p>
        )}
      </div>
      {undo && <FixResult {...undo} onUndone={() => onFixed(null)} />}
      {!report && <Spinner label="Checking the photos" />}
      {report === 'failed' && <Button onClick={checkAgain}>Try Again</Button>}
      {report !== 'failed' && <Findings report={report} onChange={change} onFixed={onFixed} />}
    </section>
  )
}

const isNote = ({ severity }: http.Finding): boolean => severity === 'note'

const CHECK_DELAY_MS = 300

/** Requests the report for the current form values, and again when they change or after a fix. */
function usePreflight(body: http.PreflightBody) {
  const [report, setReport] = useState<http.Preflight | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  const bodyText = JSON.stringify(body)
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(() => {
      requestPreflight(JSON.parse(bodyText) as http.PreflightBody, request.signal).then(
        setReport,
        (reason: unknown) => {
          if (request.signal.aborted) return
          logFailure('The check failed', reason)
          setReport('failed')
        },
      )
    }, CHECK_DELAY_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [bodyText, attempt])
  return { report, checkAgain: () => setAttempt(count => count + 1) }
}

const SEVERITY_DISPLAY = {
  problem: [CircleAlert, 'Problem'],
  advice: [TriangleAlert, 'Advice'],
  note: [Info, 'Note'],
} as const

const FIX_LABELS: Record<FindingAction, string> = {
  retry: 'Try Again',
  remove: 'Remove from Album',
  watermark: 'Add Watermark',
  watermark_others: 'Add Watermark to Other Links',
  limit_sizes: 'Offer Only Smaller Sizes',
  no_downloads: 'Turn Off Downloads',
  expire_30: 'Expire in 30 Days',
  expire_90: 'Expire in 90 Days',
  new_password: 'Create a Strong Password',
  arrange: 'Order by Capture Time',
}

function Thumbnails({ images }: Pick<http.Finding, 'images'>) {
  const imagesWithPreview = images.filter(({ thumbnail_url: url }) => url !== null).slice(0, 6)
  const imagesWithoutPreview = images.filter(({ thumbnail_url: url }) => url === null).slice(0, 3)
  return (
    <>
      {imagesWithPreview.length > 0 && (
        <div className={styles['images']}>
          {imagesWithPreview.map(({ id, thumbnail_url: url, original_filename: name }) => (
            <img key={id} src={url ?? ''} alt={name} title={name} className={styles['image']} />
          ))}
        </div>
      )}
      {imagesWithoutPreview.length > 0 && (
        <p className="caption break-anywhere">
          {imagesWithoutPreview.map(({ original_filename: name }) => name).join(', ')}
        </p>
      )}
    </>
  )
}

type FindingRowProps = {
  finding: http.Finding
  albumId: string | null
  onChange: (change: Partial<ShareDraft>) => void
  onFixed: (undo: UndoableFix | null) => void
}

/** A finding with its first photos and a button for each fix. */
function FindingRow({ finding, albumId, onChange, onFixed }: FindingRowProps) {
  const [Icon, severityLabel] = SEVERITY_DISPLAY[finding.severity]
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const fix = async (fixAction: FindingAction) => {
    const change = FORM_FIXES[fixAction]
    if (change) return onChange(change())
    setState('busy')
    const result = await applyFix(fixAction, finding, albumId)
    setState(result === 'failed' ? result : null)
    if (result === 'failed') return
    onFixed(result ?? null)
  }
  return (
    <li data-severity={finding.severity} className={styles['finding']}>
      <Icon aria-hidden className={styles['icon']} />
      <div className={styles['body']}>
        <p>
          <span className="visually-hidden">{severityLabel}: </span>
          {finding.message}
        </p>
        {finding.severity !== 'note' && <Thumbnails images={finding.images} />}
        <div className={`wrap ${styles['fixes']}`}>
          {finding.fixes.map(fixAction => (
            <Button key={fixAction} size="small" disabled={state === 'busy'} onClick={() => void fix(fixAction)}>
              {FIX_LABELS[fixAction]}
            </Button>
          ))}
        </div>
        {state === 'failed' && <p role="alert">Something went wrong. Please try again.</p>}
      </div>
    </li>
  )
}
