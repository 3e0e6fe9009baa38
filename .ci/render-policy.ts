import { policyPlaces, policyTable } from '../src-main/platform/settings/policy-fields.ts';

const rows = Object.entries(policyTable);
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const key = policyPlaces.win32.replace('HKLM\\', '');
const made =
  '<!-- Made by `npm run generate` from src-main/platform/settings/policy-fields.ts. Do not edit. -->';

/** Returns the template for Windows Group Policy. */
export function renderAdmx(): string {
  const policies = rows.map(([name, { choices }]) => {
    const element =
      choices === undefined
        ? `<text id="${name}" valueName="${name}" required="true" />`
        : [
            `<enum id="${name}" valueName="${name}" required="true">`,
            ...Object.keys(choices).map(
              (choice) =>
                `          <item displayName="$(string.${name}_${choice})"><value><string>${choice}</string></value></item>`,
            ),
            '        </enum>',
          ].join('\n');
    return `    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_Explain)" presentation="$(presentation.${name})" key="${key}">
      <parentCategory ref="Lodestock" />
      <supportedOn ref="windows:SUPPORTED_Windows_10_0" />
      <elements>
        ${element}
      </elements>
    </policy>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
${made}
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="lodestock" namespace="Lodestock.Policies" />
    <using prefix="windows" namespace="Microsoft.Policies.Windows" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <categories>
    <category name="Lodestock" displayName="$(string.Lodestock)" />
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

/** Returns the texts of that template. */
export function renderAdml(): string {
  const strings = rows.flatMap(([name, { title, explain, example, choices = {} }]) => [
    `      <string id="${name}">${escapeXml(title)}</string>`,
    `      <string id="${name}_Explain">${escapeXml(`${explain} Example: ${example}`)}</string>`,
    ...Object.entries(choices).map(
      ([choice, label]) => `      <string id="${name}_${choice}">${escapeXml(label)}</string>`,
    ),
  ]);
  const presentations = rows.map(([name, { title, choices }]) => {
    const control =
      choices === undefined
        ? `<textBox refId="${name}"><label>${escapeXml(title)}</label></textBox>`
        : `<dropdownList refId="${name}" noSort="true">${escapeXml(title)}</dropdownList>`;
    return `      <presentation id="${name}">${control}</presentation>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
${made}
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Lodestock</displayName>
  <description>What an organisation decides for the desktop app</description>
  <resources>
    <stringTable>
      <string id="Lodestock">Lodestock</string>
${strings.join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

/** Returns a profile for macOS with the examples as values. */
export function renderMobileConfig(): string {
  const values = rows.map(
    ([name, { example }]) => `      <key>${name}</key>\n      <string>${escapeXml(example)}</string>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
${made}
<plist version="1.0">
<dict>
  <key>PayloadType</key>
  <string>Configuration</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
  <key>PayloadIdentifier</key>
  <string>org.example.lodestock.policies</string>
  <key>PayloadUUID</key>
  <string>0B6B3A5E-3C0B-4B59-8F0C-6A8C1D6B7E01</string>
  <key>PayloadScope</key>
  <string>System</string>
  <key>PayloadDisplayName</key>
  <string>Lodestock</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key>
      <string>org.example.lodestock</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
      <key>PayloadIdentifier</key>
      <string>org.example.lodestock.policies.app</string>
      <key>PayloadUUID</key>
      <string>7C0E6C0A-52F5-4E0B-9D2C-3F1B5A1E9D02</string>
${values.join('\n')}
    </dict>
  </array>
</dict>
</plist>
`;
}

/** Returns the policy file for Linux. */
export const renderPolicyFile = (): string =>
  `${JSON.stringify(Object.fromEntries(rows.map(([name, { example }]) => [name, example])), null, 2)}\n`;

/** Returns the table in docs/deployment.md. */
export const renderPolicyTable = (): string =>
  [
    '| Policy | Values | What it does |',
    '|---|---|---|',
    ...rows.map(([name, { choices, example, explain }]) => {
      const values =
        choices === undefined
          ? `such as \`${example}\``
          : Object.keys(choices)
              .map((choice) => `\`${choice}\``)
              .join(', ');
      return `| \`${name}\` | ${values} | ${explain} |`;
    }),
  ].join('\n');
