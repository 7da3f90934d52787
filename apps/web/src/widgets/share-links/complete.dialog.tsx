import type { http } from '@daymark/contracts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/overlay/overlay-store.ts'
import { useAction } from '../../ui/feedback/use-action.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { completeShare, removeSubscriber, shareFirstLookQuery } from './first-look.api.ts'
import styles from './share-link.module.css'

function describeEmails({ by_mail, waiting }: http.ShareFirstLook): string {
  if (!by_mail) return 'No emails are sent, because email is not set up.'
  if (waiting.length === 0) return 'No visitor left an address, so no emails are sent.'
  return waiting.length === 1 ? '1 email is sent:' : `${waiting.length} emails are sent, one to each address:`
}

type SubscriberListProps = { waiting: http.ShareFirstLook['waiting']; onRemove: (id: string) => void }

function SubscriberList({ waiting, onRemove }: SubscriberListProps) {
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Email addresses to notify" className={styles['subscribers']}>
      {waiting.map(({ id, email, created_at }) => (
        <li key={id}>
          <span className="grow break-anywhere">{email}</span>
          <span className="caption">{formatShortDateTime(created_at)}</span>
          <IconButton name={`Remove ${email}`} size="small" onClick={() => onRemove(id)}>
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Asks for confirmation before the gallery is marked as complete, because the emails to visitors cannot be undone. */
export function CompleteDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const { data: firstLook } = useCached(shareFirstLookQuery(share))
  const [problem, setProblem] = useState<string | null>(null)
  const { run } = useAction(setProblem)
  const complete = async () => {
    const outcome = await completeShare(share)
    if ('failure' in outcome) return outcome.failure
    showToast(outcome.value)
    return null
  }
  const remove = async (id: string) => {
    if (await run(() => removeSubscriber(share, id))) setProblem(null)
  }
  return (
    <FormDialog
      title="Mark the gallery as complete?"
      submit="Mark as Complete"
      isReady={firstLook !== undefined}
      onSubmit={complete}
      onClose={onClose}
    >
      <p>The gallery will no longer announce more photos. {firstLook && describeEmails(firstLook)}</p>
      {firstLook?.by_mail && <SubscriberList waiting={firstLook.waiting} onRemove={id => void remove(id)} />}
      <FailureNote text={problem} />
    </FormDialog>
  )
}
