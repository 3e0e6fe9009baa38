const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const toHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
