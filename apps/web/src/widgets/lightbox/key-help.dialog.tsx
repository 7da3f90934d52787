import { Modal } from '../../ui/modal.tsx'
import styles from './key-help.module.css'

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['←', '→'], 'Previous and next photo'],
  [['Z'], 'Actual size, or fit to screen'],
  [['+', '−'], 'Zoom in and out'],
  [['0'], 'Fit to screen'],
  [['↑', '↓', '←', '→'], 'Move around while zoomed'],
  [['F'], 'Like or unlike'],
  [['I'], 'Show or hide info'],
  [['E'], 'Show or hide EXIF'],
  [['Delete'], 'Delete the photo'],
  [['Esc'], 'Leave the zoom, then close'],
  [['?'], 'These shortcuts'],
]

export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles['shortcuts']}>
        {shortcuts.map(([keys, what]) => (
          <div key={what} className={styles['shortcut']}>
            <dt>
              {keys.map(key => (
                <kbd key={key} className={styles['key']}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
