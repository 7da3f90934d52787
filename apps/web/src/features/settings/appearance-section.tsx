import { chooseTheme, useThemeChoice } from '../../lib/theme/theme.ts'
import { useIsDark } from '../../lib/theme/use-is-dark.ts'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { SettingsRow } from './frame/settings-row.tsx'
import { SettingsSection } from './frame/settings-section.tsx'

const toTheme = (isDark: boolean) => (isDark ? 'dark' : 'light')

/**
 * S-SET-02: the theme, which the top bar can change as well. Turning off the system setting does not change the current
 * theme.
 */
export function AppearanceSection() {
  const isDark = useIsDark()
  const followsSystem = useThemeChoice() === 'system'
  return (
    <SettingsSection about="How Daymark looks in this browser. Your galleries have their own theme.">
      <SettingsRow label="Dark mode" hint="Uses dark colors.">
        <Switch
          label={<span className="visually-hidden">Dark mode</span>}
          checked={isDark}
          onChange={event => chooseTheme(toTheme(event.target.checked))}
        />
      </SettingsRow>
      <SettingsRow label="Match the system" hint="Follows the light or dark setting of your device.">
        <Switch
          label={<span className="visually-hidden">Match the system</span>}
          checked={followsSystem}
          onChange={event => chooseTheme(event.target.checked ? 'system' : toTheme(isDark))}
        />
      </SettingsRow>
    </SettingsSection>
  )
}
