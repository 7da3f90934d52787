import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { LockMark, UpgradeLink } from '../../../widgets/plan/locked-feature.tsx'
import styles from './frame.module.css'

/** A row of a section: label, hint, and controls at its end. `wide` puts the controls below, over the full width. */
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
      <div className={styles['words']}>
        <p className={styles['label']}>{label}</p>
        {hint && <div className={styles['hint']}>{hint}</div>}
      </div>
      {children && <div className={styles['end']}>{children}</div>}
    </div>
  )
}

/** Content outside of rows: a form, a list, a note. */
export const SettingsBlock = ({ children }: { children: ReactNode }) => (
  <div className={styles['block']}>{children}</div>
)

/** Replaces a row that the plan lacks. */
export const LockedRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <SettingsRow icon={<LockMark />} label={label} hint={children}>
    <UpgradeLink />
  </SettingsRow>
)

/** Replaces the rows of a section while they are loading. */
export const SettingsWaiting = ({ label }: { label: string }) => (
  <SettingsBlock>
    <Skeletons label={label} className={styles['waiting']}>
      <Skeleton className={styles['line']} />
      <Skeleton className={styles['line']} />
    </Skeletons>
  </SettingsBlock>
)

export const SettingsFailed = ({ text, onAgain }: { text: string; onAgain: () => void }) => (
  <SettingsBlock>
    <div role="alert" className={styles['failed']}>
      <p>{text}</p>
      <Button onClick={onAgain}>Try Again</Button>
    </div>
  </SettingsBlock>
)
