import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { useSetting } from '../reads/setting.ts'
import { SettingsFailed, SettingsWaiting } from '../reads/settings-read.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { DateRows } from './date-rows.tsx'
import { DisplayName } from './display-name.tsx'
import { EmailDialog } from './email.dialog.tsx'
import { PasswordDialog } from './password.dialog.tsx'
import { profile } from './profile.queries.ts'

export function ProfileSection() {
  const { data, isFailed, readAgain } = useSetting(profile)
  return (
    <SettingsSection about="Your name, email address and password.">
      {data && <Rows profile={data} />}
      {!data && isFailed && <SettingsFailed text="Your profile could not be loaded." onAgain={readAgain} />}
      {!data && !isFailed && <SettingsWaiting label="Loading your profile" />}
    </SettingsSection>
  )
}

function Rows({ profile }: { profile: http.Profile }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DisplayName name={profile.display_name ?? ''} />
      <SettingsRow label="Email and username" hint={<Address profile={profile} />}>
        <Button aria-label="Change email" onClick={() => setOpen('email')}>
          Change
        </Button>
      </SettingsRow>
      <SettingsRow label="Password" hint="Changing your password signs you out everywhere else.">
        <Button aria-label="Change password" onClick={() => setOpen('password')}>
          Change
        </Button>
      </SettingsRow>
      <DateRows profile={profile} />
      {open === 'email' && <EmailDialog profile={profile} onClose={close} />}
      {open === 'password' && <PasswordDialog username={profile.username} onClose={close} />}
    </>
  )
}

const Address = ({ profile: { email, pending_email } }: { profile: http.Profile }) => (
  <>
    <p>{email}</p>
    {pending_email && <p>{`Waiting for confirmation of ${pending_email}.`}</p>}
  </>
)
