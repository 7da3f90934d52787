import { lazy, type ComponentType } from 'react'

export type Section = {
  /** The fragment of the URL: /settings#appearance. */
  id: string
  title: string
  load: () => Promise<unknown>
  Section: ComponentType
}

const createSection = <N extends string>(
  id: string,
  title: string,
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): Section => ({ id, title, load, Section: lazy<ComponentType>(async () => ({ default: (await load())[name] })) })

/**
 * S-SET-01: the sections of Settings in order. Each section is a component without props, which renders a
 * SettingsSection, or nothing if its feature is not set up.
 */
export const SECTIONS: readonly Section[] = [
  createSection('account', 'Account Overview', () => import('./account-section.tsx'), 'AccountSection'),
  createSection('subscription', 'Subscription and Plan', () => import('./plan-section.tsx'), 'PlanSection'),
  createSection('profile', 'Profile', () => import('./profile/profile-section.tsx'), 'ProfileSection'),
  createSection('security', 'Security', () => import('./security/security-section.tsx'), 'SecuritySection'),
  createSection('sessions', 'Sessions', () => import('./sessions-section.tsx'), 'SessionsSection'),
  createSection('mail', 'Email', () => import('./mail-section.tsx'), 'MailSection'),
  createSection('appearance', 'Appearance', () => import('./appearance-section.tsx'), 'AppearanceSection'),
  createSection('photos', 'Photo Management', () => import('./photos-section.tsx'), 'PhotosSection'),
  createSection('backups', 'Backups', () => import('./backups/backups-section.tsx'), 'BackupsSection'),
  createSection('presets', 'Presets for Links', () => import('./presets-section.tsx'), 'PresetsSection'),
  createSection('domain', 'Domain', () => import('./domain/domain-section.tsx'), 'DomainSection'),
  createSection('studio', 'Studio', () => import('./studio/studio-section.tsx'), 'StudioSection'),
  createSection(
    'studio-page',
    'Studio Page',
    () => import('./studio-page/studio-page-section.tsx'),
    'StudioPageSection',
  ),
  createSection('support', 'Support', () => import('./support/support-section.tsx'), 'SupportSection'),
  createSection('activity', 'Recent Activity', () => import('./activity-section.tsx'), 'ActivitySection'),
  createSection(
    'leaving',
    'Delete Account',
    () => import('./account-deletion/account-deletion-section.tsx'),
    'AccountDeletionSection',
  ),
]
