import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { LockIcon, UpgradeLink } from '../../../widgets/plan/locked-feature.tsx'
import styles from './frame.module.css'

/** The frame of a section: title, description and a card with its rows. */
export function SettingsSection({ description, children }: { description?: ReactNode; children: ReactNode }) {
  const { id, title } = useSection()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`stack-3 shrinkable ${styles['section']}`}>
      <header className="stack-1">
        <h2 id={`${id}-title`} className="text-4">
          {title}
        </h2>
        {description && <p className={styles['description']}>{description}</p>}
      </header>
      <div className={`surface ${styles['card']}`}>{children}</div>
    </section>
  )
}

/** What a section receives from the page: its id, its title, and a callback for its visibility. */
export type SectionContextValue = {
  id: string
  title: string
  onVisibilityChange: (id: string, isShown: boolean) => void
}

export const SectionContext = createContext<SectionContextValue | null>(null)

/**
 * Returns the surrounding section and reports to the page that it is rendered. A section that renders nothing therefore
 * gets no link in the list of sections.
 */
function useSection(): SectionContextValue {
  const section = useContext(SectionContext)
  if (!section) throw new Error('a section of Settings must be in the list of sections')
  const { id, onVisibilityChange } = section
  useLayoutEffect(() => {
    onVisibilityChange(id, true)
    return () => onVisibilityChange(id, false)
  }, [id, onVisibilityChange])
  return section
}

/**
 * A row of a section with label, hint and controls. With `wide` the controls are below the hint and use the full width.
 */
export function SettingsRow(props: {
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  wide?: boolean
  children?: ReactNode
}) {
  const { label, hint, icon, wide = false, children } = props
  return (
    <div className={classNames(styles['row'], wide && styles['wide'])}>
      {icon && <span className={styles['icon']}>{icon}</span>}
      <div className={styles['text']}>
        <p className="strong">{label}</p>
        <div className="muted">{hint}</div>
      </div>
      {children && <div className={`wrap align-items-center ${styles['controls']}`}>{children}</div>}
    </div>
  )
}

/**
 * A row with a switch. A `save` that calls the server returns null on success, or the message of the failure, which is
 * shown as a toast.
 */
export function SwitchRow(props: {
  label: string
  hint: string
  checked: boolean
  save: (isEnabled: boolean) => Promise<string | null> | void
}) {
  const { label, hint, checked, save } = props
  const [isBusy, setBusy] = useState(false)
  const onChange = async (isEnabled: boolean) => {
    const request = save(isEnabled)
    if (!request) return
    setBusy(true)
    const failure = await request
    if (failure !== null) showToast(failure)
    setBusy(false)
  }
  return (
    <SettingsRow label={label} hint={hint}>
      <Switch
        label={<span className="visually-hidden">{label}</span>}
        checked={checked}
        disabled={isBusy}
        onChange={event => void onChange(event.target.checked)}
      />
    </SettingsRow>
  )
}

/** Content of a section that is not a row, such as a form or a list. */
export const SettingsBlock = ({ children }: { children: ReactNode }) => (
  <div className={`stack-4 shrinkable ${styles['block']}`}>{children}</div>
)

/** Replaces a row whose feature the plan does not include. */
export const LockedRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <SettingsRow icon={<LockIcon />} label={label} hint={children}>
    <UpgradeLink />
  </SettingsRow>
)

/** The placeholder for rows that are loading. */
export const SettingsSkeleton = ({ label }: { label: string }) => (
  <SettingsBlock>
    <Skeletons label={label} className="stack-3">
      <Skeleton className={styles['line']} />
      <Skeleton className={styles['line']} />
    </Skeletons>
  </SettingsBlock>
)

export const SettingsFailed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <SettingsBlock>
    <div role="alert" className={`between ${styles['failed']}`}>
      <p>{text}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  </SettingsBlock>
)
