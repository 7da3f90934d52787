import { chooseTheme, useThemeChoice } from '../../lib/theme/theme.ts'
import { useIsDark } from '../../lib/theme/use-is-dark.ts'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { SettingsRow } from './frame/settings-row.tsx'
import { SettingsSection } from './frame/settings-section.tsx'

const themeOf = (isDark: boolean) => (isDark ? 'dark' : 'light')

/** S-SET-02: the same choice as the theme of the top bar. Turning off the system setting keeps the current theme. */
export function AppearanceSection() {
  const isDark = useIsDark()
  const follows = useThemeChoice() === 'system'
  return (
    <SettingsSection about="How Daymark looks in this browser. Your galleries have their own theme.">
      <SettingsRow label="Dark mode" hint="Uses dark colors.">
        <Switch
          label={<span className="visually-hidden">Dark mode</span>}
          checked={isDark}
          onChange={event => chooseTheme(themeOf(event.target.checked))}
        />
      </SettingsRow>
      <SettingsRow label="Match the system" hint="Follows the light or dark setting of your device.">
        <Switch
          label={<span className="visually-hidden">Match the system</span>}
          checked={follows}
          onChange={event => chooseTheme(event.target.checked ? 'system' : themeOf(isDark))}
        />
      </SettingsRow>
    </SettingsSection>
  )
}
