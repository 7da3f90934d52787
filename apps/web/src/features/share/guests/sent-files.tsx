import type { http } from '@daymark/contracts'
import { ImageOff, Undo2 } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import styles from './guests.module.css'

const STATES = { waiting: 'Waiting', added: 'Added', declined: 'Not added' }

function stateOf({ state, processing_status: status }: http.SentFile): string {
  if (state === 'declined') return STATES.declined
  if (status === 'processing') return 'Being prepared'
  return status === 'failed' ? 'Cannot be shown' : STATES[state]
}

type Props = { files: readonly http.SentFile[] | null; onTakeBack: (file: http.SentFile) => Promise<void> }

/** Her own, and nobody else's. While one waits it can be taken back. */
export function SentFiles({ files, onTakeBack }: Props) {
  if (!files?.length) return null
  const ask = (file: http.SentFile) => {
    if (window.confirm(`Take back ${file.filename}?`)) void onTakeBack(file)
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
                  name={`Take back ${file.filename}`}
                  size="small"
                  className={styles['back']}
                  onClick={() => ask(file)}
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
