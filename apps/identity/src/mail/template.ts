import type { Brand } from './brands/brands.ts'

/** The content of a mail as plain text; the template escapes it. */
export type Content = {
  subject: string
  heading: string
  paragraphs: string[]
  /** Names and values below the text. */
  facts?: [name: string, value: string][]
  /** The address is also shown as text, for programs without HTML. */
  action?: { label: string; address: string }
  closing?: string[]
  /** Why the recipient gets this mail, in small print at the end. */
  reason: string
  /** The address for unsubscribing. */
  unsubscribe?: string
}
export type Letter = { subject: string; text: string; html: string }

/** The template of all mails, as text and HTML. */
export function letter(content: Content, brand: Brand): Letter {
  return { subject: content.subject, text: textOf(content, brand), html: htmlOf(content, brand) }
}

function textOf({ heading, paragraphs, facts = [], action, closing = [], reason, unsubscribe }: Content, brand: Brand) {
  const parts = [
    heading,
    ...paragraphs,
    ...(facts.length ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.address}`] : []),
    ...closing,
    `-- \n${brand.name}\n${reason}${unsubscribe ? `\nTurn off these emails: ${unsubscribe}` : ''}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/** Styles for mail programs with a dark theme; others use the inline light styles. */
const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#121212 !important}
.sheet{background-color:#1b1b1b !important;border-color:#323232 !important}
.text{color:#f2f2f2 !important}
.muted,.muted a{color:#ababab !important}
a.link{color:#8ab4ff !important}
.line{border-color:#323232 !important}
}
@media (max-width:520px){.sheet{padding:24px 20px !important}}`

function htmlOf(content: Content, brand: Brand): string {
  const { subject, heading, paragraphs, facts = [], action, closing = [], reason, unsubscribe } = content
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${STYLES}</style></head>
<body class="page" style="margin:0;padding:0;background-color:#f6f6f6">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f6f6f6"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td style="padding:0 4px 20px;${FONT}">${sender(brand)}</td></tr>
<tr><td class="sheet" style="padding:32px;border:1px solid #dedede;border-radius:12px;background-color:#ffffff;${FONT}">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#171717">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${facts.length ? factTable(facts) : ''}${action ? button(action, brand) : ''}${closing.map(paragraph).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;${FONT};font-size:12px;line-height:1.5;color:#5a5a5a">${escaped(reason)}${
    unsubscribe ? ` <a href="${escaped(unsubscribe)}" style="color:#5a5a5a">Turn off these emails</a>` : ''
  }</td></tr></table>
</td></tr></table>
</body></html>
`
}

const sender = ({ name, logo }: Brand): string =>
  logo
    ? `<img src="${escaped(logo.address)}" alt="${escaped(name)}" width="${logo.width}" height="${logo.height}" class="text" style="display:block;border:0;font-size:16px;font-weight:600;color:#171717">`
    : `<span class="text" style="font-size:16px;font-weight:600;color:#171717">${escaped(name)}</span>`

const paragraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;font-size:14px;line-height:1.6;color:#171717">${escaped(text)}</p>`

const factTable = (facts: [string, string][]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;font-size:14px;line-height:1.5">${facts
    .map(
      ([name, value]) =>
        `<tr><td class="muted line" width="96" valign="top" style="padding:8px 12px 8px 0;border-top:1px solid #dedede;color:#5a5a5a;${FONT}">${escaped(name)}</td>` +
        `<td class="text line" style="padding:8px 0;border-top:1px solid #dedede;color:#171717;word-break:break-word;${FONT}">${escaped(value)}</td></tr>`,
    )
    .join('')}</table>`

const button = ({ label, address }: NonNullable<Content['action']>, { accent }: Brand): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td style="border-radius:6px;background-color:${accent}">` +
  `<a href="${escaped(address)}" style="display:inline-block;padding:12px 20px;border-radius:6px;font-size:14px;font-weight:600;color:#ffffff;text-decoration:none;${FONT}">${escaped(label)}</a></td></tr></table>` +
  `<p class="muted" style="margin:0 0 16px;font-size:12px;line-height:1.5;color:#5a5a5a">If the button does not work, open this address:<br>` +
  `<a class="link" href="${escaped(address)}" style="color:#1d4fd0;word-break:break-all">${escaped(address)}</a></p>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '')
