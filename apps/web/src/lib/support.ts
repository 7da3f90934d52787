/** Whoever runs this Daymark reads the mail of its own domain. */
export const supportAddress = () => `support@${window.location.hostname}`
export const supportMail = () => `mailto:${supportAddress()}`
