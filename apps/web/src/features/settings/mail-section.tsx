import type { http } from '@daymark/contracts'
import { useSetting } from './frame/setting.ts'
import { SettingsSection, SwitchRow } from './frame/settings-section.tsx'
import { mailSetting, saveMailChoice } from './settings.api.ts'

type TopicChoice = http.MailChoices['topics'][number]
const TOPIC_TEXTS: Record<TopicChoice['topic'], { label: string; hint: string }> = {
  new_sign_in: {
    label: 'New sign-in',
    hint: 'When a new device signs in to your account.',
  },
  gallery_feedback: {
    label: 'Pick lists and comments',
    hint: 'Sent when a visitor submits a pick list or writes a comment. Further activity during the same visit is combined into one email.',
  },
  gallery_activity: {
    label: 'Every visit',
    hint: 'A summary after each visit: photos viewed, downloads and picks.',
  },
  link_expiry: {
    label: 'Expiring links',
    hint: 'Seven days before a link expires.',
  },
  visitor_reminders: {
    label: 'Remind visitors',
    hint: 'Visitors who left their address get an email three days before a link expires.',
  },
}

/** The emails that the user receives. Renders nothing if this installation cannot send email. */
export function MailSection() {
  const { data } = useSetting(mailSetting)
  if (!data?.mail_set_up) return null
  return (
    <SettingsSection description="Choose which emails you get. Emails about your sign-in are always sent.">
      {data.topics.map(({ topic, wanted }) => (
        <SwitchRow
          key={topic}
          {...TOPIC_TEXTS[topic]}
          checked={wanted}
          save={isEnabled => saveMailChoice({ topic, wanted: isEnabled })}
        />
      ))}
    </SettingsSection>
  )
}
