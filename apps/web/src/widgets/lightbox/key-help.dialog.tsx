import { Modal } from '../../ui/overlay/modal.tsx'
import styles from './key-help.module.css'

type Shortcut = readonly [keys: readonly string[], what: string]

const groups: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Look around',
    [
      [['←', '→'], 'Previous and next photo'],
      [['Z'], 'Actual size, or fit to screen'],
      [['+', '−'], 'Zoom in and out'],
      [['0'], 'Fit to screen'],
      [['↑', '↓', '←', '→'], 'Move around while zoomed'],
      [['Esc'], 'Exit zoom, then close'],
    ],
  ],
  [
    'This photo',
    [
      [['F'], 'Like or unlike'],
      [['I'], 'Show or hide info'],
      [['E'], 'Show or hide EXIF'],
      [['Delete'], 'Delete the photo'],
    ],
  ],
]

/** The keyboard shortcuts, including the one that opens this help. */
export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <p className={styles['about']}>
        Press these while a photo is open. <kbd className={styles['key']}>?</kbd> shows this list, Esc closes it.
      </p>
      {groups.map(([title, shortcuts]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles['title']}>{title}</h3>
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
        </section>
      ))}
    </Modal>
  )
}
