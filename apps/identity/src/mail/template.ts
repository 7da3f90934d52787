import type { User } from '../users/user.entity.ts'
import type { Brand } from './brands.ts'

/** The content of a mail as plain text. The template escapes it for HTML. */
export type MailContent = {
  subject: string
  heading: string
  paragraphs: string[]
  /** Names and values, shown as a table below the paragraphs. */
  details?: [name: string, value: string][]
  /** A button with a link. The address is also written as text, for recipients for whom the button does not work. */
  action?: { label: string; address: string }
  closing?: string[]
  /** The reason why the recipient gets this mail, shown in small print at the end. */
  reason: string
  /** The address of a page that turns off mails of this topic. Undefined if the topic cannot be turned off. */
  unsubscribe?: string
}
export type RenderedMail = { subject: string; text: string; html: string }

/** Renders a mail as text and as HTML. */
export function renderMail(content: MailContent, brand: Brand): RenderedMail {
  return { subject: content.subject, text: renderText(content, brand), html: renderHtml(content, brand) }
}

function renderText(
  { heading, paragraphs, details = [], action, closing = [], reason, unsubscribe }: MailContent,
  brand: Brand,
) {
  const blocks = [
    heading,
    ...paragraphs,
    ...(details.length ? [details.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.address}`] : []),
    ...closing,
    `-- \n${brand.name}\n${reason}${unsubscribe ? `\nTurn off these emails: ${unsubscribe}` : ''}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const FONT_STYLE = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/** Styles for a dark theme. Mail programs without a dark theme use the light inline styles. */
const STYLESHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#121212 !important}
.card{background-color:#1b1b1b !important;border-color:#323232 !important}
.text{color:#f2f2f2 !important}
.muted,.muted a{color:#ababab !important}
a.link{color:#8ab4ff !important}
.bordered{border-color:#323232 !important}
}
@media (max-width:520px){.card{padding:24px 20px !important}}`

function renderHtml(content: MailContent, brand: Brand): string {
  const { subject, heading, paragraphs, details = [], action, closing = [], reason, unsubscribe } = content
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLESHEET}</style></head>
<body class="page" style="margin:0;padding:0;background-color:#f6f6f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f6f6f6"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td style="padding:0 4px 20px;${FONT_STYLE}">${renderSender(brand)}</td></tr>
<tr><td class="card" style="padding:32px;border:1px solid #dedede;border-radius:12px;background-color:#ffffff;${FONT_STYLE}">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#171717">${escapeHtml(heading)}</h1>
${paragraphs.map(renderParagraph).join('\n')}
${details.length ? renderDetails(details) : ''}${action ? renderButton(action, brand) : ''}${closing.map(renderParagraph).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;${FONT_STYLE};font-size:12px;line-height:1.5;color:#5a5a5a">${escapeHtml(reason)}${
    unsubscribe ? ` <a href="${escapeHtml(unsubscribe)}" style="color:#5a5a5a">Turn off these emails</a>` : ''
  }</td></tr></table>
</td></tr></table>
</body></html>
`
}

const renderSender = ({ name, logo }: Brand): string =>
  logo
    ? `<img src="${escapeHtml(logo.address)}" alt="${escapeHtml(name)}" width="${logo.width}" height="${logo.height}" class="text" style="display:block;border:0;font-size:16px;font-weight:600;color:#171717">`
    : `<span class="text" style="font-size:16px;font-weight:600;color:#171717">${escapeHtml(name)}</span>`

const renderParagraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;font-size:14px;line-height:1.6;color:#171717">${escapeHtml(text)}</p>`

const renderDetails = (details: [string, string][]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;font-size:14px;line-height:1.5">${details
    .map(
      ([name, value]) =>
        `<tr><td class="muted bordered" width="96" valign="top" style="padding:8px 12px 8px 0;border-top:1px solid #dedede;color:#5a5a5a;${FONT_STYLE}">${escapeHtml(name)}</td>` +
        `<td class="text bordered" style="padding:8px 0;border-top:1px solid #dedede;color:#171717;word-break:break-word;${FONT_STYLE}">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`

const renderButton = ({ label, address }: NonNullable<MailContent['action']>, { accent }: Brand): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td style="border-radius:6px;background-color:${accent}">` +
  `<a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border-radius:6px;font-size:14px;font-weight:600;color:#ffffff;text-decoration:none;${FONT_STYLE}">${escapeHtml(label)}</a></td></tr></table>` +
  `<p class="muted" style="margin:0 0 16px;font-size:12px;line-height:1.5;color:#5a5a5a">If the button does not work, open this address:<br>` +
  `<a class="link" href="${escapeHtml(address)}" style="color:#1d4fd0;word-break:break-all">${escapeHtml(address)}</a></p>`

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => HTML_ENTITIES[character] ?? '')

/** Values that all texts of mails can use. */
export type MailContext = {
  /** The base address of links, without a trailing slash. */
  site: string
  /** Daymark, or the name of the studio. */
  productName: string
  /** Returns the token of a link. The token is computed when the mail is sent and is never stored. */
  tokenOf(linkId: string): string
  /** Formats a time in the recipient's language and time zone. */
  formatTime(iso: string): string
}
export type MessagesOf<T> = { [K in keyof T]: (data: T[K], context: MailContext) => MailContent }

/**
 * Formats a time in the language and time zone of a user. Includes the name of the time zone, because the recipient may read the mail in
 * another zone.
 */
export const formatTimeFor = ({ language, timeZone }: Pick<User, 'language' | 'timeZone'>, time: Date): string =>
  new Intl.DateTimeFormat(language ?? 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  } as const).format(time)
