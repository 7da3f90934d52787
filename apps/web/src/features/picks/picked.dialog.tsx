import type { http } from '@daymark/contracts'
import { Modal } from '../../ui/overlay/modal.tsx'
import styles from './picks.module.css'

const WORDS = { picked: 'chose it', rejected: 'rejected it', none: 'wrote' } as const

type Props = { photo: http.PickedImage; lists: readonly http.VisitorList[]; onClose: () => void }

/** The picks and notes of all visitors for one photo. */
export function PickedDialog({ photo, lists, onClose }: Props) {
  const nameOf = (id: string) => lists.find(list => list.id === id)?.name ?? 'A visitor'
  return (
    <Modal title={photo.filename} size="wide" onClose={onClose}>
      <div className={styles['detail']}>
        <img src={photo.thumbnail_url.replace('/sm/', '/md/')} alt={photo.title || photo.filename} />
        <ul aria-label="Comments" className={styles['said']}>
          {photo.by.map(({ list_id, choice, note }) => (
            <li key={list_id}>
              <strong>{nameOf(list_id)}</strong>
              {WORDS[choice]}
              {note && <p>{note}</p>}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
