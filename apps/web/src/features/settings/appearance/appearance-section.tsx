import { chooseTheme, useThemeChoice } from '../../../lib/theme/theme.ts'
import { useIsDark } from '../../../lib/theme/use-is-dark.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'

const themeOf = (isDark: boolean) => (isDark ? 'dark' : 'light')

/** S-SET-02: the same choice as the theme of the top bar. Whoever stops following the system keeps what is on screen. */
export function AppearanceSection() {
  const isDark = useIsDark()
  const follows = useThemeChoice() === 'system'
  return (
    <SettingsSection about="How Daymark looks in this browser. Your galleries have a theme of their own.">
      <SettingsRow label="Dark mode" hint="A darkroom for your photos.">
        <Switch
          label={<span className="visually-hidden">Dark mode</span>}
          checked={isDark}
          onChange={event => chooseTheme(themeOf(event.target.checked))}
        />
      </SettingsRow>
      <SettingsRow label="Match the system" hint="Light by day and dark by night, if your device does so.">
        <Switch
          label={<span className="visually-hidden">Match the system</span>}
          checked={follows}
          onChange={event => chooseTheme(event.target.checked ? 'system' : themeOf(isDark))}
        />
      </SettingsRow>
    </SettingsSection>
  )
}
