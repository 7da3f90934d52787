import type { ReactNode } from 'react'
import { LockMark } from '../../../widgets/plan/lock-mark.tsx'
import { UpgradeLink } from '../../../widgets/plan/upgrade-link.tsx'
import { SettingsRow } from './settings-row.tsx'

/** Replaces a row that the plan lacks. */
export const LockedRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <SettingsRow icon={<LockMark />} label={label} hint={children}>
    <UpgradeLink />
  </SettingsRow>
)
