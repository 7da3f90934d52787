import type { http } from '@daymark/contracts'
import { ImageOff, Undo2 } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import styles from './guests.module.css'

const STATES = { waiting: 'Waiting', added: 'Added', declined: 'Not added' }

function stateOf({ state, processing_status: status }: http.SentFile): string {
  if (state === 'declined') return STATES.declined
  if (status === 'processing') return 'Processing'
  return status === 'failed' ? 'No preview' : STATES[state]
}

type Props = { files: readonly http.SentFile[] | null; onTakeBack: (file: http.SentFile) => Promise<void> }

/** The guest's own photos. A photo can be removed until the photographer decides on it. */
export function SentFiles({ files, onTakeBack }: Props) {
  if (!files?.length) return null
  const withdraw = async (file: http.SentFile) => {
    const text = 'The photographer will not receive this photo.'
    if (await confirmAction({ title: `Remove ${file.filename}?`, text, action: 'Remove', isDanger: true }))
      await onTakeBack(file)
  }
  return (
    <section aria-label="Photos you sent" className={styles['sent']}>
      <h2>{files.length === 1 ? 'You sent 1 photo' : `You sent ${files.length} photos`}</h2>
      <ul className={styles['tiles']}>
        {files.map(file => (
          <li key={file.id} className={styles['tile']}>
            <div className={styles['picture']}>
              {file.url ? (
                <Picture key={file.url} src={file.url} alt={file.filename} placeholder={file.placeholder} />
              ) : (
                <ImageOff role="img" aria-label={file.filename} />
              )}
              {file.state === 'waiting' && (
                <IconButton
                  name={`Remove ${file.filename}`}
                  size="small"
                  className={styles['back']}
                  onClick={() => void withdraw(file)}
                >
                  <Undo2 aria-hidden />
                </IconButton>
              )}
            </div>
            <p className={styles['state']} data-state={file.state}>
              {stateOf(file)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
