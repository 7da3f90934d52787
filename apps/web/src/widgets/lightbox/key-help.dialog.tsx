import { Modal } from '../../ui/overlay/modal.tsx'
import styles from './lightbox.module.css'

type Shortcut = readonly [keys: readonly string[], description: string]

export type ShortcutGroup = readonly [title: string, shortcuts: readonly Shortcut[]]

/** Lists the keyboard shortcuts of the photo viewer. */
export function KeyHelpDialog({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <p className="muted">
        Use these keys while a photo is open. <kbd className={styles['key']}>?</kbd> shows this list, Esc closes it.
      </p>
      {groups.map(([title, shortcuts]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles['title']}>{title}</h3>
          <dl className="stack-2">
            {shortcuts.map(([keys, description]) => (
              <div key={description} className={styles['shortcut']}>
                <dt>
                  {keys.map(key => (
                    <kbd key={key} className={styles['key']}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
