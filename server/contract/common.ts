import { z } from 'zod';
import { dccApps } from './catalogue/formats.ts';
import { requirementPattern, toldRequirementPattern } from './catalogue/readability.ts';
import { hasHidden, hasHiddenInLines } from './hidden-characters.ts';
import { limits, lods, modelTypes } from './limits.ts';
import { isSentence, type Sentence } from './sentence.ts';

export const Guid = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'this is not the id of a model: letters, digits, "_" and "-", at most 128')
  .describe('Opaque id of a model');
export const LodName = z
  .enum(lods)
  .describe('Topology folder: about 1,000, 10,000 or 100,000 triangles, or the source');
export const LodSource = z
  .enum(['measured', 'format', 'assumed'])
  .describe(
    'How the topology of a file in no topology folder was found: by its triangles, by its format, or by the other files, as they could not be counted',
  );
export type LodSource = z.infer<typeof LodSource>;
export const Derived = z
  .object({
    from: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the file of this model that it was made from'),
    tool: z.string().min(1).max(200).describe('What made it, with its version'),
    triangles: z.number().int().min(0),
    deviation: z
      .number()
      .min(0)
      .describe(
        'Mean distance between its surface and the one of that file, as a share of the bounding box’s diagonal',
      ),
    texturesByName: z
      .boolean()
      .optional()
      .describe(
        'Whether some materials of that file name no textures and got textures with their name; absent: no',
      ),
  })
  .describe('Of a file that the server made from another; absent: an original');
export type Derived = z.infer<typeof Derived>;
export const KeptRequires = z
  .array(z.string().regex(requirementPattern))
  .max(100)
  .describe(
    'What a program must understand beyond the format: glTF extensions such as KHR_texture_basisu, how and in which version an FBX is written (fbx-ascii-6100, fbx-binary-7400), the Blender that wrote a .blend (blender-4.2), the oldest 3ds Max that opens a .max (max-2024); absent: nothing is known',
  );
export const Requires = z
  .array(z.string().regex(toldRequirementPattern))
  .max(200)
  .describe(
    'What a program must understand beyond the format: glTF extensions such as KHR_texture_basisu, how an FBX is written (fbx:ascii, fbx:binary) and in which version (fbx:7400), the Blender that wrote a .blend (blender:4.2), the oldest 3ds Max that opens a .max (max:2024); absent: nothing is known',
  );
const Metres = z.number().min(0);
export const SizeMetres = z
  .object({ x: Metres, y: Metres, z: Metres })
  .describe(
    'Width, height and depth in metres, with Y up, as a scene file of the most detailed topology has it; null where none names its unit',
  );
export type SizeMetres = z.infer<typeof SizeMetres>;
/** Axes and unit that a scene file declares. */
export const sceneUnits = {
  upAxis: z
    .enum(['X', 'Y', 'Z'])
    .optional()
    .describe('Axis of a scene file that points up; absent: not known'),
  unitMetres: z
    .number()
    .positive()
    .optional()
    .describe('Metres in a unit of a scene file; absent: not known'),
};
type SceneUnits = z.infer<z.ZodObject<typeof sceneUnits>>;
/** Returns only the known ones. */
export const knownUnits = ({
  upAxis,
  unitMetres,
}: { readonly [N in keyof SceneUnits]?: SceneUnits[N] | null }) => ({
  ...(upAxis && { upAxis }),
  ...(unitMetres && { unitMetres }),
});
export const ReadBy = z
  .array(z.enum(dccApps))
  .describe('Of a scene file: the apps that read it as it is, as far as known');
export const Obstacles = z
  .array(
    z.object({
      app: z.enum(dccApps),
      requirement: z.string(),
      readFrom: z.string().optional().describe('The first version of the app that reads it'),
      package: z.string().optional().describe('A package for the app with which it reads it'),
    }),
  )
  .describe('Apps that import the format, but not this file as it is, and what they stop at; absent: none');
export const IsoTime = z.string().describe('ISO 8601, UTC, with Z');
export const Usd = z.number().describe('US dollars');
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Proves that chunk hashes belong to the file, whatever their source. */
export const LeavesSha256 = Sha256.describe(
  'SHA-256 of the SHA-256 of every 8 MiB, 32 bytes each in their order; only of files larger than that, where it is known',
);
export const Variant = z.enum(['static', 'animated']).nullable();
export const Role = z.enum(['scene', 'texture', 'support']);
export const TypeLabel = z.enum(modelTypes);

/** One line of text from a person, which others read. */
export const PlainText = z
  .string()
  .trim()
  .refine((text) => !hasHidden(text), 'Write plain text without characters that do not show');
/** The same with several lines. */
export const PlainLines = z
  .string()
  .trim()
  .refine((text) => !hasHiddenInLines(text), 'Write plain text without characters that do not show');

export const scopes = [
  'account:read',
  'balance:read',
  'entitlements:read',
  'download:direct',
  'scene:import',
  'models:publish',
  'lists:write',
] as const;
export const Scope = z.enum(scopes);
export type Scope = z.infer<typeof Scope>;

/** The scopes that agents need, and are told to request. */
export const agentScopes = ['download:direct', 'balance:read'] as const satisfies readonly Scope[];

/** Each scope in words, as shown on the approval page. */
export const scopeSentences: Readonly<Record<Scope, string>> = {
  'account:read': 'See your name and e-mail address',
  'balance:read': 'See your balance',
  'entitlements:read': 'See which models you have unlocked',
  'download:direct': 'Download files, and unlock models with your balance',
  'scene:import': 'Import models into the scene you have open',
  'models:publish': 'Upload files and publish models, if you are a publisher',
  'lists:write': 'See and change your favourites, collections and projects',
};

export const Ok = z.literal(true);

export const PageQuery = z.object({
  limit: z.coerce
    .number({ error: `write a whole number from 1 to ${limits.accountPage.max}` })
    .int()
    .min(1)
    .max(limits.accountPage.max)
    .optional()
    .describe(`Rows of the answer, 1-${limits.accountPage.max}; default ${limits.accountPage.default}`),
  offset: z.coerce
    .number({ error: 'write a whole number, 0 or more' })
    .int()
    .min(0)
    .optional()
    .describe('Rows to skip, default 0'),
});

/** The fields of a list besides its rows. */
export const pageShape = {
  total: z.number().int(),
  hasMore: z.boolean(),
  limit: z.number().int(),
  offset: z.number().int(),
};

/** A value can be a sentence itself. */
export const WireSentence: z.ZodType<Sentence> = z
  .object({
    key: z.string().describe('The English, with a name in braces for each value'),
    values: z.record(z.string(), z.any()),
  })
  .refine((value) => isSentence(value));

/** Only for answers that no client but ours reads. */
export const Words = z.union([z.string(), WireSentence]);

export const Failure = z.object({
  code: z.string(),
  message: z.string(),
  sentence: WireSentence.optional(),
});

export const ErrorResponse = z.object({
  ok: z.literal(false),
  code: z.string(),
  message: z.string().describe('One sentence a person can act on'),
  sentence: WireSentence.optional().describe('The message for translation, where it has values'),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
